"""What an editor shows of a file: findings at their places, and the changes that mend them."""
