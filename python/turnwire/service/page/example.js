// A conversation for a first look: a request with a picture's worth of features, in the format of Anthropic.

/** The text of the example. */
export const EXAMPLE = `${JSON.stringify({
  model: "claude-sonnet-4-5",
  max_tokens: 600,
  system: "You plan day trips. Be brief.",
  tools: [{
    name: "get_weather",
    description: "The weather at a place now.",
    input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  }],
  metadata: { user_id: "user-4711" },
  messages: [
    { role: "user", content: "Should I go to Oslo or to Zürich tomorrow?" },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "I need the weather of both.", signature: "c2lnbmF0dXJl" },
        { type: "text", text: "I look at the weather in both." },
        { type: "tool_use", id: "toolu_01", name: "get_weather", input: { city: "Oslo" } },
        { type: "tool_use", id: "toolu_02", name: "get_weather", input: { city: "Zürich" } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "toolu_01", content: "no station answers", is_error: true },
        { type: "tool_result", tool_use_id: "toolu_02", content: '{"temperature": 11.0, "sky": "clear"}' },
        { type: "text", text: "And what should I pack?", cache_control: { type: "ephemeral" } },
      ],
    },
  ],
}, null, 2)}\n`;
