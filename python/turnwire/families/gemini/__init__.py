"""What the Gemini API and Vertex AI share of generateContent: readers, writers, and the rules of the target."""
