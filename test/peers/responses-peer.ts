/* OpenAI's Responses without storage, following https://platform.openai.com/docs/guides/reasoning: reasoning arrives
   encrypted and must be sent back before the calls that followed from it. */
import { argsText, inPieces, type Dialect, type Said } from "./dialect.ts";

type Item = Record<string, unknown> & { type?: string; role?: string };

export function responsesPeer(): Dialect {
  const encrypted = new Map<string, string>();
  /** By call id: the id of the reasoning before it. */
  const reasonedBefore = new Map<string, string>();

  function events(said: Said, nth: number): object[] {
    const items: Item[] = [];
    if (said.thinking !== undefined) {
      items.push({ type: "reasoning", id: `rs_${nth}`, summary: said.thinking, encrypted_content: `enc-${nth}==` });
      encrypted.set(`rs_${nth}`, `enc-${nth}==`);
      if (said.calls !== undefined) reasonedBefore.set(`call_${nth}_0`, `rs_${nth}`);
    }
    if (said.text !== undefined) items.push({ type: "message", text: said.text });
    for (const [i, call] of (said.calls ?? []).entries())
      items.push({
        type: "function_call",
        call_id: said.countsAnew ? `call_${i}` : `call_${nth}_${i}`,
        name: call.name,
        arguments: argsText(call),
      });
    const isCut = said.ends === "cut-call";
    const body = items.flatMap((item, index) => itemEvents(item, index, isCut && index === items.length - 1));
    if (said.ends === "overload")
      return [
        ...body,
        { type: "response.failed", response: { status: "failed", error: { code: "server_error", message: "Overloaded" } } },
      ];
    const usage = { input_tokens: 50, output_tokens: 20 };
    const reason = said.ends === "refusal" ? "content_filter" : isCut ? "max_output_tokens" : undefined;
    if (reason === undefined) return [...body, { type: "response.completed", response: { status: "completed", usage } }];
    return [...body, { type: "response.incomplete", response: { status: "incomplete", incomplete_details: { reason }, usage } }];
  }

  function mistakes(body: Record<string, unknown>): string[] {
    const wrong: string[] = [];
    const input = body["input"] as Item[];
    const turn = input.findLastIndex(({ role }) => role === "user");
    const calls = input.filter(({ type }) => type === "function_call").map((item) => item["call_id"]);
    const outputs = input.filter(({ type }) => type === "function_call_output").map((item) => item["call_id"]);
    if (new Set(calls).size < calls.length) wrong.push("call ids must be unique");
    if ([...calls].toSorted().join() !== [...outputs].toSorted().join()) wrong.push("No tool output found for function call");
    for (const [i, item] of input.entries()) {
      if (
        item.type === "function_call_output" &&
        !input.slice(0, i).some((one) => one.type === "function_call" && one["call_id"] === item["call_id"])
      )
        wrong.push(`input.${i}: No tool call found for function call output`);
      if (item.type === "reasoning") {
        if (encrypted.get(String(item["id"])) !== item["encrypted_content"])
          wrong.push(`input.${i}: encrypted_content could not be verified`);
        const next = input[i + 1];
        if (next === undefined || next.role === "user" || next.type === "function_call_output")
          wrong.push(`input.${i}: reasoning was provided without its required following item`);
      }
      const reasoning = reasonedBefore.get(String(item["call_id"]));
      const before = input.slice(0, i).findLast(({ type, role }) => type === "reasoning" || role === "user");
      if (item.type === "function_call" && i > turn && reasoning !== undefined && before?.["id"] !== reasoning)
        wrong.push(`input.${i}: function_call was provided without its required reasoning item`);
    }
    return wrong;
  }

  return {
    model: "gpt-6.2-sol",
    settings: (url) => ({ OPENAI_API_KEY: "secret", OPENAI_BASE_URL: `${url}/v1` }),
    events,
    refusal: ({ status }) => ({ error: { code: status === 429 ? "rate_limit_exceeded" : "server_error", message: "Too much." } }),
    mistakes,
  };
}

function itemEvents(item: Item, output_index: number, isCut: boolean): object[] {
  const event = (type: string, fields: object) => ({ type: `response.${type}`, output_index, ...fields });
  if (item.type === "reasoning") {
    const { summary, ...rest } = item;
    const whole = { ...rest, summary: [{ type: "summary_text", text: summary }] };
    return [
      event("output_item.added", { item: { ...rest, summary: [] } }),
      event("reasoning_summary_part.added", { summary_index: 0 }),
      ...inPieces(String(summary)).map((delta) => event("reasoning_summary_text.delta", { summary_index: 0, delta })),
      event("output_item.done", { item: whole }),
    ];
  }
  if (item.type === "message") {
    const texts = inPieces(String(item["text"])).map((delta) => event("output_text.delta", { content_index: 0, delta }));
    return [
      event("output_item.added", { item: { type: "message", role: "assistant", content: [] } }),
      ...texts,
      event("output_item.done", { item }),
    ];
  }
  const pieces = inPieces(String(item["arguments"]));
  const sent = isCut ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces;
  return [
    event("output_item.added", { item: { ...item, arguments: "" } }),
    ...sent.map((delta) => event("function_call_arguments.delta", { delta })),
    ...(isCut ? [] : [event("output_item.done", { item })]),
  ];
}
