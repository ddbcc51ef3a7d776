"""What is known about models: what they can hold, their limits and prices, and what a switch to one costs."""
