"""`python -m tenphase.cli` is the command `tenphase`."""

from tenphase.cli import main

if __name__ == "__main__":
    main()
