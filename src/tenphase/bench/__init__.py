"""Measuring: `python -m tenphase.bench`. Each topic is a module that lists rows."""
