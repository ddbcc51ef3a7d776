"""The shared readers, writers and rules of Anthropic's Messages API on all platforms that offer it."""
