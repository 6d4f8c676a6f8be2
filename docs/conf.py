"""How Sphinx builds these pages: `sphinx-build -W docs docs/_build/html`."""

from __future__ import annotations

import inspect
from importlib.metadata import version as version_of
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

import tenphase

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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


class PublicNames(Directive):
    """A table of everything in `tenphase.__all__`, with links to the reference."""

    def run(self) -> list[nodes.Node]:
        lines = ["| name | what it is |", "|---|---|"]
        for name in sorted(tenphase.__all__, key=str.lower):
            thing = getattr(tenphase, name)
            if inspect.isclass(thing) or inspect.isroutine(thing):
                text = (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ")
                link = f"{{py:obj}}`~{thing.__module__}.{thing.__qualname__}`"
                lines.append(f"| {link} | {text.replace('|', chr(92) + '|')} |")
            elif not name.startswith("__"):
                lines.append(f"| `{name}` | `{thing!r}` |")
        node = nodes.container()
        self.state.nested_parse(StringList(lines, source="tenphase.__all__"), 0, node)
        return node.children


def fences_to_blocks(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Let a docstring hold a block of code between fences, as Markdown has it."""
    made: list[str] = []
    inside = False
    for line in lines:
        if line.strip().startswith("```"):
            inside = not inside
            made += ["", "::", ""] if inside else [""]
        else:
            made.append(f"    {line}" if inside else line)
    lines[:] = made


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", fences_to_blocks)
    app.add_directive("public-names", PublicNames)
