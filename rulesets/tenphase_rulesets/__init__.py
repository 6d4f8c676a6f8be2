"""The editions that come with tenphase, one module or folder each.

Nothing in tenphase imports this package: its rulesets are found through the entry-point group
`tenphase.rulesets`, exactly like those of a stranger's distribution.
"""
