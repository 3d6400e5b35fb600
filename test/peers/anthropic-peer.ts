/* Anthropic's Messages API, following https://docs.anthropic.com/en/api/messages and the page on extended thinking. */
import { argsText, inPieces, type Dialect, type Said } from "./dialect.ts";

type Block = Record<string, unknown> & { type: string };
type Message = { role: string; content: Block[] };

export function anthropicPeer(): Dialect {
  /** Thinking, by its signature. */
  const signed = new Map<string, string>();
  /** By call id: the signature of the thinking before it. */
  const thoughtBefore = new Map<string, string>();

  function events(said: Said, nth: number): object[] {
    const blocks: Block[] = [];
    if (said.thinking !== undefined) blocks.push({ type: "thinking", thinking: said.thinking, signature: `sig-${nth}==` });
    if (said.text !== undefined) blocks.push({ type: "text", text: said.text });
    for (const [i, call] of (said.calls ?? []).entries())
      blocks.push({
        type: "tool_use",
        id: said.countsAnew ? `call_${i}` : `toolu_${nth}_${i}`,
        name: call.name,
        raw: argsText(call),
      });
    if (said.thinking !== undefined) {
      signed.set(`sig-${nth}==`, said.thinking);
      if (said.calls !== undefined) thoughtBefore.set(`toolu_${nth}_0`, `sig-${nth}==`);
    }
    const isCut = said.ends === "cut-call";
    const body = blocks.flatMap((block, index) => blockEvents(block, index, isCut && index === blocks.length - 1));
    const start = { type: "message_start", message: { usage: { input_tokens: 50, output_tokens: 1 } } };
    if (said.ends === "overload")
      return [start, ...body, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }];
    const reason = said.ends === "refusal" ? "refusal" : isCut ? "max_tokens" : said.calls ? "tool_use" : "end_turn";
    const end = { type: "message_delta", delta: { stop_reason: reason }, usage: { output_tokens: 20 } };
    return [start, ...body, end, { type: "message_stop" }];
  }

  function mistakes(body: Record<string, unknown>): string[] {
    const wrong: string[] = [];
    const messages = joined(body["messages"] as Message[]);
    const thinks = ["adaptive", "enabled"].includes((body["thinking"] as { type?: string } | undefined)?.type ?? "");
    const turn = messages.findLastIndex(({ role, content }) => role === "user" && content.some(({ type }) => type === "text"));
    const ids = new Set<unknown>();
    for (const [i, { role, content }] of messages.entries()) {
      if (content.length === 0) wrong.push(`messages.${i}: content is empty`);
      for (const block of content) {
        if (block.type === "text" && String(block["text"]).trim() === "") wrong.push(`messages.${i}: text must be non-empty`);
        if (block.type === "thinking" && signed.get(String(block["signature"])) !== block["thinking"])
          wrong.push(`messages.${i}: Invalid signature in thinking block`);
        if (block.type !== "tool_use") continue;
        if (ids.has(block["id"])) wrong.push(`messages.${i}: tool_use ids must be unique`);
        ids.add(block["id"]);
        const { input } = block;
        if (typeof input !== "object" || input === null || Array.isArray(input))
          wrong.push(`messages.${i}: input should be a valid dictionary`);
      }
      const calls = content.filter(({ type }) => type === "tool_use").map(({ id }) => id);
      const next = messages[i + 1]?.content ?? [];
      const results = next.filter(({ type }) => type === "tool_result").map((block) => block["tool_use_id"]);
      if (role !== "assistant") continue;
      if (calls.join() !== results.join()) wrong.push(`messages.${i}: tool_use ids were found without tool_result blocks`);
      if (next.findIndex(({ type }) => type !== "tool_result") < results.length && next.some(({ type }) => type !== "tool_result"))
        wrong.push(`messages.${i}: tool_result blocks must come first`);
      if (content.at(-1)?.type === "thinking") wrong.push(`messages.${i}: The final block cannot be thinking`);
      const signature = thoughtBefore.get(String(calls[0]));
      if (thinks && i > turn && signature !== undefined && content[0]?.["signature"] !== signature)
        wrong.push(`messages.${i}: Expected thinking, but found ${content[0]?.type}`);
    }
    return wrong;
  }

  return {
    model: "claude-sonnet-5-5",
    settings: (url) => ({ ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: url }),
    events,
    refusal: ({ status }) => ({
      type: "error",
      error:
        status === 529 ? { type: "overloaded_error", message: "Overloaded" } : { type: "rate_limit_error", message: "Too many" },
    }),
    mistakes,
  };
}

function blockEvents(block: Block, index: number, isCut: boolean): object[] {
  const delta = (fields: object) => ({ type: "content_block_delta", index, delta: fields });
  const stop = { type: "content_block_stop", index };
  const start = (fields: object) => ({ type: "content_block_start", index, content_block: fields });
  if (block.type === "thinking")
    return [
      start({ type: "thinking", thinking: "", signature: "" }),
      ...inPieces(String(block["thinking"])).map((thinking) => delta({ type: "thinking_delta", thinking })),
      delta({ type: "signature_delta", signature: block["signature"] }),
      stop,
    ];
  if (block.type === "text")
    return [
      start({ type: "text", text: "" }),
      ...inPieces(String(block["text"])).map((text) => delta({ type: "text_delta", text })),
      stop,
    ];
  const pieces = inPieces(String(block["raw"]));
  const sent = isCut ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces;
  return [
    start({ type: "tool_use", id: block["id"], name: block["name"], input: {} }),
    ...sent.map((partial_json) => delta({ type: "input_json_delta", partial_json })),
    stop,
  ];
}

/** Merges consecutive messages of one role. */
function joined(messages: readonly Message[]): Message[] {
  const all: Message[] = [];
  for (const { role, content } of messages) {
    const last = all.at(-1);
    if (last?.role === role) last.content = [...last.content, ...content];
    else all.push({ role, content: [...content] });
  }
  return all;
}
