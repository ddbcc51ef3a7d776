"""The shared readers, writers and rules of generateContent, for the Gemini API and Vertex AI."""
