"""How Sphinx builds these pages: `sphinx-build -W docs docs/_build/html`."""

from __future__ import annotations

from importlib.metadata import version as version_of

project = "tenphase"
author = "the tenphase authors"
copyright = "2026, the tenphase authors"
release = version_of("tenphase")
version = ".".join(release.split(".")[:2])

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# In docstrings a word between single backticks is code.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"tenphase {release}"
