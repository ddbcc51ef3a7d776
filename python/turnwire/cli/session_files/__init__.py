"""The commands about session files of agents."""
