"""Large session files: what listing and showing them takes of time and memory."""
