"""What Anthropic's Messages API is on every platform that offers it: readers, writers, and the rules of the target."""
