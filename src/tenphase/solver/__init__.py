"""Every question about cards and phases, answered exactly and without a game."""
