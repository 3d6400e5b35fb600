/* A model's answer as OpenAI's Responses API gives it: whole, or as events that build it up. */
import type { Usage } from "#core/chat/message.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { AnswerCitation } from "#core/models/answer-citations.ts";
import type { ResponseRequest } from "#core/models/response-request.ts";
import type { CompletionEnd, Piece } from "#server/completions/ask.ts";
import type { AnswerForm } from "./completion-answer.ts";
import { apiErrorOf } from "./v1/refusal.ts";

type Status = "in_progress" | "completed" | "incomplete";
type TextPart = { type: "output_text"; text: string; annotations: AnswerCitation[]; logprobs: [] };
type MessageItem = { id: string; type: "message"; role: "assistant"; status: Status; content: TextPart[] };
type CallItem = { id: string; type: "function_call"; status: Status; call_id: string; name: string; arguments: string };
type Event = { type: string } & Record<string, unknown>;
/** `from`: where its text begins in the whole answer. */
type Message = { item: MessageItem; part: TextPart; index: number; from: number };
type Finished = Extract<CompletionEnd, { finish: string }>;

export function responseForm(asked: ResponseRequest): AnswerForm {
  const created = Math.floor(Date.now() / 1000);
  const id = `resp_${uuidv7()}`;
  return {
    whole(pieces, end) {
      const building = createBuilding();
      for (const piece of pieces) building.take(piece);
      building.finish(end);
      return responseOf(asked, { id, created, output: building.output, end });
    },
    async write(pieces, ended, sink) {
      let sent = 0;
      const frame = (event: Event) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: sent++ })}\n\n`;
      const building = createBuilding();
      const begun = responseOf(asked, { id, created, output: [], end: null });
      sink.write(["response.created", "response.in_progress"].map((type) => frame({ type, response: begun })).join(""));
      for (;;) {
        await pieces.more();
        const together = pieces.taken.splice(0);
        if (together.length === 0 || sink.signal.aborted) break;
        if (
          !sink.write(
            together
              .flatMap((piece) => building.take(piece))
              .map(frame)
              .join(""),
          )
        )
          await sink.drained();
      }
      const end = await ended;
      if ("problem" in end) {
        const { error } = apiErrorOf({ code: end.problem, detail: end.detail }).body;
        sink.write(frame({ type: "error", code: error.code, message: error.message, param: error.param, error }));
        return;
      }
      const last = building.finish(end).map(frame).join("");
      const response = responseOf(asked, { id, created, output: building.output, end });
      sink.write(last + frame({ type: `response.${response.status}`, response }));
    },
  };
}

/** Builds the output up piece by piece, and says what each piece changed. Reasoning is counted, and not shown. */
function createBuilding() {
  const output: (MessageItem | CallItem)[] = [];
  const calls = new Map<number, number>();
  let message: Message | null = null;
  const messages: Message[] = [];
  let length = 0;

  function openMessage(): Event[] {
    const part: TextPart = { type: "output_text", text: "", annotations: [], logprobs: [] };
    const item: MessageItem = { id: `msg_${uuidv7()}`, type: "message", role: "assistant", status: "in_progress", content: [] };
    const index = output.push(item) - 1;
    message = { item, part, index, from: length };
    messages.push(message);
    const added: Event[] = [
      { type: "response.output_item.added", output_index: index, item: { ...item, content: [] } },
      { type: "response.content_part.added", item_id: item.id, output_index: index, content_index: 0, part: { ...part } },
    ];
    item.content.push(part);
    return added;
  }

  function closeMessage(status: Status): Event[] {
    if (message === null) return [];
    const { item, part, index } = message;
    message = null;
    item.status = status;
    const at = { item_id: item.id, output_index: index, content_index: 0 };
    return [
      { type: "response.output_text.done", ...at, text: part.text, logprobs: [] },
      { type: "response.content_part.done", ...at, part },
      { type: "response.output_item.done", output_index: index, item },
    ];
  }

  function takeText(text: string): Event[] {
    const opened = message === null ? openMessage() : [];
    const { item, part, index } = message!;
    part.text += text;
    length += text.length;
    const at = { item_id: item.id, output_index: index, content_index: 0 };
    return [...opened, { type: "response.output_text.delta", ...at, delta: text, logprobs: [] }];
  }

  /** Offsets count from the beginning of the text that they are of. */
  function annotate(citations: readonly AnswerCitation[]): Event[] {
    return citations.flatMap((citation) => {
      const holding = messages.findLast(({ from }) => from <= citation.start_index);
      if (holding === undefined) return [];
      const { item, part, index, from } = holding;
      const annotation = { ...citation, start_index: citation.start_index - from, end_index: citation.end_index - from };
      const at = { item_id: item.id, output_index: index, content_index: 0 };
      const annotation_index = part.annotations.push(annotation) - 1;
      return [{ type: "response.output_text.annotation.added", ...at, annotation_index, annotation }];
    });
  }

  function takeCall({ index, id, name }: Extract<Piece, { kind: "call" }>): Event[] {
    const closed = closeMessage("completed");
    const item: CallItem = { id: `fc_${uuidv7()}`, type: "function_call", status: "in_progress", call_id: id, name, arguments: "" };
    const at = output.push(item) - 1;
    calls.set(index, at);
    return [...closed, { type: "response.output_item.added", output_index: at, item: { ...item } }];
  }

  function takeArguments({ index, text }: Extract<Piece, { kind: "arguments" }>): Event[] {
    const at = calls.get(index);
    if (at === undefined) return [];
    const item = output[at] as CallItem;
    item.arguments += text;
    return [{ type: "response.function_call_arguments.delta", item_id: item.id, output_index: at, delta: text }];
  }

  return {
    output,
    take(piece: Piece): Event[] {
      if (piece.kind === "text") return takeText(piece.text);
      if (piece.kind === "call") return takeCall(piece);
      return piece.kind === "arguments" ? takeArguments(piece) : [];
    },
    finish({ finish, citations = [] }: Finished): Event[] {
      const status = isWhole(finish) ? "completed" : "incomplete";
      const events = [...annotate(citations), ...closeMessage(status)];
      for (const at of calls.values()) {
        const item = output[at] as CallItem;
        item.status = status;
        const { id, name, arguments: written } = item;
        events.push(
          { type: "response.function_call_arguments.done", item_id: id, output_index: at, name, arguments: written },
          { type: "response.output_item.done", output_index: at, item },
        );
      }
      return events;
    },
  };
}

function isWhole(finish: Finished["finish"]): boolean {
  return finish === "stop" || finish === "tool_calls";
}

type Made = { id: string; created: number; output: readonly object[]; end: Finished | null };

function responseOf(asked: ResponseRequest, { id, created, output, end }: Made) {
  const status: Status = end === null ? "in_progress" : isWhole(end.finish) ? "completed" : "incomplete";
  return {
    id,
    object: "response" as const,
    created_at: created,
    status,
    error: null,
    incomplete_details:
      status === "incomplete" ? { reason: end!.finish === "length" ? "max_output_tokens" : "content_filter" } : null,
    instructions: asked.instructions ?? null,
    max_output_tokens: asked.max_output_tokens ?? null,
    metadata: {},
    model: asked.model,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: asked.reasoning?.effort ?? null, summary: null },
    store: false,
    temperature: asked.temperature ?? null,
    text: { format: asked.text?.format ?? { type: "text" } },
    tool_choice: asked.tool_choice ?? "auto",
    tools: asked.tools ?? [],
    top_p: asked.top_p ?? null,
    truncation: "disabled",
    usage: end === null ? null : usageOf(end.usage),
  };
}

function usageOf({ inputTokens, outputTokens, cachedInputTokens = 0, reasoningTokens = 0 }: Usage) {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
