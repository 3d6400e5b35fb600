/*
 * A model's answer in OpenAI's format, whole or as a stream of chunks, for programs under /v1 and the playground. The
 * status is sent with the first piece, so a provider's refusal becomes our refusal.
 */
import type { Completion, CompletionRequest, CompletionUsage } from "#core/models/completion.ts";
import type { Usage } from "#core/chat/message.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem, problemOf } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { complete, prepareCompletion, type CompletionEnd, type Piece } from "#server/completions/ask.ts";
import type { Sink } from "#server/chat/live-run.ts";
import type { Stet } from "#server/stet.ts";
import type { ApiContext } from "./context.ts";
import { answerEvents, leaveWithReader, whenAborted } from "./event-stream.ts";
import { watchAccess, type HeldAccess } from "./held-access.ts";
import { apiErrorOf } from "./v1/refusal.ts";
import { recordUse } from "./v1/noted-use.ts";

const eventHeaders = { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" };

/** How an answer is written: as chat completions are, or as responses are (response-answer.ts). */
export type AnswerForm = {
  whole(pieces: readonly Piece[], end: Extract<CompletionEnd, { finish: string }>): object;
  write(pieces: Queue, ended: Promise<CompletionEnd>, sink: Sink): Promise<void>;
};

function completionForm(asked: CompletionRequest): AnswerForm {
  return {
    whole: (pieces, end) => wholeAnswer(asked, pieces, end),
    write: (pieces, ended, sink) => writeChunks(asked, pieces, ended, sink),
  };
}

export async function answerCompletion(
  c: ApiContext,
  stet: Stet,
  me: Person,
  asked: CompletionRequest,
  form = completionForm(asked),
): Promise<Response> {
  const use = c.get("use");
  if (use !== undefined) use.model = asked.model.slice(0, 300);
  const prepared = await prepareCompletion(stet, me, asked);
  const access = watchAccess(stet, c);
  const leaving = new AbortController();
  leaveWithReader(c, leaving);
  whenAborted(access.signal, () => leaving.abort());
  const pieces = queueOf((onPiece) => stet.asking.during(me, () => complete(stet, me, prepared, onPiece, leaving.signal)));
  // A stream that has begun is recorded when it ends; anything that fails earlier is recorded with the response.
  const ended = pieces.ended.then((end) => {
    if (use !== undefined) Object.assign(use, { usage: end.usage, isEstimated: end.isEstimated });
    return end;
  });
  let isStreaming = false;
  try {
    if (asked.stream !== true) return c.json(form.whole(pieces.taken, finishedOf(await ended, access)));
    await Promise.race([pieces.begun, ended]);
    if (pieces.isEmpty()) finishedOf(await ended, access);
    isStreaming = true;
  } finally {
    if (!isStreaming) access.release();
  }
  if (use !== undefined) use.isStreaming = true;
  return answerEvents(c, eventHeaders, access, async (sink) => {
    whenAborted(sink.signal, () => leaving.abort());
    await form.write(pieces, ended, sink);
    const end = await ended;
    recordUse(stet, c, "problem" in end ? problemOf(end.problem).status : 200);
  });
}

function finishedOf(end: CompletionEnd, access: HeldAccess): Extract<CompletionEnd, { finish: string }> {
  if (access.signal.aborted) throw problem("not-signed-in");
  if ("finish" in end) return end;
  const refusal = problem(end.problem, end.detail);
  if (end.retryAfterSeconds !== undefined) refusal.headers.set("retry-after", String(Math.ceil(end.retryAfterSeconds)));
  throw refusal;
}

/** Queues pieces between the model, which does not wait, and a possibly slow reader. Waiting pieces are merged. */
function queueOf(ask: (onPiece: (piece: Piece) => void) => Promise<CompletionEnd>) {
  const taken: Piece[] = [];
  const begun = Promise.withResolvers<void>();
  let wake = () => {};
  let isOver = false;
  const ended = ask((piece) => {
    const last = taken.at(-1);
    if (last === undefined || !append(last, piece)) taken.push({ ...piece });
    begun.resolve();
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  return {
    taken,
    begun: begun.promise,
    ended,
    isEmpty: () => taken.length === 0,
    /** Resolves when there is a piece or the stream has ended. */
    more: () => (taken.length > 0 || isOver ? undefined : new Promise<void>((resolve) => (wake = resolve))),
  };
}

function append(last: Piece, piece: Piece): boolean {
  if (last.kind === "call" || piece.kind !== last.kind) return false;
  if (piece.kind === "arguments" && last.kind === "arguments" && piece.index !== last.index) return false;
  last.text += piece.text;
  return true;
}

type Queue = ReturnType<typeof queueOf>;

async function writeChunks(asked: CompletionRequest, pieces: Queue, ended: Promise<CompletionEnd>, sink: Sink): Promise<void> {
  const head = JSON.stringify({ id: `chatcmpl-${uuidv7()}`, object: "chat.completion.chunk", created: now(), model: asked.model });
  const chunk = (rest: string) => `data: ${head.slice(0, -1)},${rest}}\n\n`;
  const delta = (what: object, finish: string | null = null) =>
    chunk(`"choices":[{"index":0,"delta":${JSON.stringify(what)},"finish_reason":${JSON.stringify(finish)}}]`);

  sink.write(delta({ role: "assistant", content: "" }));
  for (;;) {
    await pieces.more();
    const together = pieces.taken.splice(0);
    if (together.length === 0 || sink.signal.aborted) break;
    if (!sink.write(together.map((piece) => delta(deltaOf(piece))).join(""))) await sink.drained();
  }
  const end = await ended;
  if ("problem" in end) {
    sink.write(`data: ${JSON.stringify(apiErrorOf({ code: end.problem, detail: end.detail }).body)}\n\n`);
    return;
  }
  if (end.citations) sink.write(delta({ annotations: end.citations }));
  sink.write(delta({}, end.finish));
  if (asked.stream_options?.include_usage === true) sink.write(chunk(`"choices":[],"usage":${JSON.stringify(usageOf(end.usage))}`));
  sink.write("data: [DONE]\n\n");
}

function deltaOf(piece: Piece): object {
  switch (piece.kind) {
    case "text":
      return { content: piece.text };
    case "reasoning":
      return { reasoning_content: piece.text };
    case "call":
      return {
        tool_calls: [{ index: piece.index, id: piece.id, type: "function", function: { name: piece.name, arguments: "" } }],
      };
    case "arguments":
      return { tool_calls: [{ index: piece.index, function: { arguments: piece.text } }] };
  }
}

function wholeAnswer(
  { model }: CompletionRequest,
  pieces: readonly Piece[],
  end: Extract<CompletionEnd, { finish: string }>,
): Completion {
  const all = (kind: "text" | "reasoning") => pieces.map((piece) => (piece.kind === kind ? piece.text : "")).join("");
  const calls = pieces.flatMap((piece) => {
    if (piece.kind !== "call") return [];
    const { id, index, name } = piece;
    const written = pieces.map((one) => (one.kind === "arguments" && one.index === index ? one.text : "")).join("");
    return [{ id, type: "function" as const, function: { name, arguments: written } }];
  });
  const [text, reasoning] = [all("text"), all("reasoning")];
  return {
    id: `chatcmpl-${uuidv7()}`,
    object: "chat.completion",
    created: now(),
    model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text === "" && calls.length > 0 ? null : text,
          refusal: null,
          ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
          ...(end.citations && { annotations: [...end.citations] }),
        },
        finish_reason: end.finish,
        logprobs: null,
      },
    ],
    usage: usageOf(end.usage),
  };
}

function usageOf({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: Usage): CompletionUsage {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
    ...(reasoningTokens === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
