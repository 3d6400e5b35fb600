import { expect, test } from "vitest";
import { cancelledToolResult, type MessagePart, type ThreadMessage } from "#core/chat/message.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import type { Source } from "#core/sources/source.ts";
import { Answer } from "./answer.ts";

function message(parts: MessagePart[], more: Partial<ThreadMessage> = {}): ThreadMessage {
  return {
    id: "r",
    role: "assistant",
    content: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    createdAt: "2026-01-01T00:00:00Z",
    parts,
    seq: 2,
    parentId: "m",
    versions: ["r"],
    ...more,
  };
}

const text = (value: string, id = "t"): RunEvent[] => [
  { type: "text-start", id },
  ...(value.match(/[^]{1,3}/g) ?? []).map((delta): RunEvent => ({ type: "text-delta", id, delta })),
  { type: "text-end", id },
];
const done: RunEvent = { type: "finish", messageMetadata: { status: "done" } };

function play(events: RunEvent[]): Answer {
  const answer = new Answer();
  for (const event of events) answer.apply(event);
  return answer;
}

const shown = (answer: Answer) =>
  answer.view.blocks.map((block) =>
    block.kind === "tool"
      ? `${block.key} ${block.invocation.toolName} ${block.invocation.state}`
      : `${block.key} ${block.kind} ${block.open ? "open" : "closed"}: ${block.text.text}`,
  );

const reply = "Here it is.\n\nBEGIN DRAFT\nDear *reader*,\n\nhello.\nEND DRAFT\n\nAnything else?";

test("the stream and the stored message show the same blocks under the same keys", () => {
  const live = play([
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "Let me think." },
    { type: "reasoning-end", id: "0" },
    { type: "tool-input-start", toolCallId: "c1", toolName: "evaluate" },
    { type: "tool-input-delta", toolCallId: "c1", inputTextDelta: '{"text":' },
    { type: "tool-input-available", toolCallId: "c1", toolName: "evaluate", input: { text: "x" } },
    { type: "tool-output-available", toolCallId: "c1", output: "fine" },
    ...text(reply, "2"),
    done,
  ]);
  const stored = Answer.of(
    message([
      { type: "reasoning", reasoning: "Let me think." },
      {
        type: "tool-invocation",
        toolInvocation: { toolCallId: "c1", toolName: "evaluate", state: "result", args: { text: "x" }, result: "fine" },
      },
      { type: "text", text: reply },
    ]),
  );
  expect(shown(live)).toEqual(shown(stored));
  expect(shown(live).map((line) => line.split(" ").slice(1, 2)[0])).toEqual(["reasoning", "evaluate", "text", "draft", "text"]);
  expect(live.view.status).toBe("done");
});

test("words alone do not notify React", () => {
  const answer = new Answer();
  answer.apply({ type: "text-start", id: "0" });
  answer.apply({ type: "text-delta", id: "0", delta: "One" });
  let notified = 0;
  answer.subscribe(() => notified++);
  const before = answer.read();
  let words = "";
  const block = answer.view.blocks[0]!;
  if (block.kind !== "text") throw new Error("expected text");
  block.text.watch({ append: (delta) => void (words += delta), replace() {}, close() {} });
  for (let i = 0; i < 1000; i++) answer.apply({ type: "text-delta", id: "0", delta: " word" });
  expect(notified).toBe(0);
  expect(answer.read()).toBe(before);
  expect(words).toBe(" word".repeat(1000));
});

test("stopping cancels what was under way and closes what is shown", () => {
  const answer = play([...text("Some words.").slice(0, -1), { type: "tool-input-start", toolCallId: "c1", toolName: "webSearch" }]);
  answer.stop(cancelledToolResult);
  expect(answer.view.status).toBe("stopped");
  const tool = answer.view.blocks.find((block) => block.kind === "tool")!;
  expect(tool.kind === "tool" && tool.invocation).toMatchObject({ state: "result", result: cancelledToolResult });
  expect(answer.view.blocks.every((block) => (block.kind === "tool" ? !block.input.open : !block.text.open))).toBe(true);
});

test("a draft that was cut off stays a draft that is open", () => {
  const answer = play([...text("BEGIN DRAFT\nDear").slice(0, -1), { type: "finish", messageMetadata: { status: "interrupted" } }]);
  const [draft] = answer.view.blocks;
  expect(draft).toMatchObject({ kind: "draft", open: true });
  expect(draft!.kind !== "tool" && draft!.text.open).toBe(false);
});

test("a patch that was cut off says why it cannot be read", () => {
  const answer = play([
    ...text('BEGIN PATCH\n{"original": "a').slice(0, -1),
    { type: "finish", messageMetadata: { status: "stopped" } },
  ]);
  const [patch] = answer.view.blocks;
  if (patch?.kind !== "patch") throw new Error("expected a patch");
  expect(patch.reading?.problems).not.toEqual([]);
});

test("a complete patch comes with its reading", () => {
  const patch = { original: "teh", replacement: "the", summary: "Spelling" };
  const answer = play([...text(`Found one.\nBEGIN PATCH\n${JSON.stringify(patch)}\nEND PATCH\n`), done]);
  const block = answer.view.blocks[1]!;
  expect(block.kind === "patch" && block.reading?.patches).toEqual([patch]);
});

test("renumbered citations reach the words without new blocks", () => {
  const source: Source = { id: "s", type: "web", name: "A page", number: 1 };
  const answer = play(text("As shown [[7]], and again [[7]]."));
  const block = answer.view.blocks[0]!;
  const replaced: string[] = [];
  if (block.kind !== "text") throw new Error("expected text");
  block.text.watch({ append() {}, replace: (whole) => void replaced.push(whole), close() {} });
  const content = "As shown [[1]], and again [[1]].";
  answer.apply({ type: "data-stet-final", data: { content, parts: [{ type: "text", text: content }], sources: [source] } });
  answer.apply(done);
  expect(replaced).toEqual(["As shown [[1]], and again [[1]]."]);
  expect(answer.view.sources).toEqual([source]);
  // What is copied, and what counts citations without a source, has the new numbers too.
  expect(answer.content).toBe(content);
  expect(answer.view.blocks[0]!.key).toBe(block.key);
});

test("the stored message settles an answer: words are exchanged, elements stay", () => {
  const answer = play([...text("A [[3]]", "0"), ...text(" B [[9]]", "1"), done]);
  const texts = answer.view.blocks.map((block) => block.kind === "text" && block.text);
  answer.settle(
    message([
      { type: "text", text: "A [[1]]" },
      { type: "text", text: " B [[2]]" },
    ]),
  );
  expect(answer.view.blocks.map((block) => block.kind === "text" && block.text.text)).toEqual(["A [[1]]", " B [[2]]"]);
  expect(answer.view.blocks.map((block) => block.kind === "text" && block.text)).toEqual(texts);
});

test("a problem keeps what arrived and is reported; a notice goes with the next word", () => {
  const answer = play([{ type: "data-stet-notice", data: { code: "model-rate-limited", detail: "Waiting", seconds: 3 } }]);
  expect(answer.view.notice?.code).toBe("model-rate-limited");
  for (const event of text("Half an ans")) answer.apply(event);
  expect(answer.view.notice).toBeNull();
  answer.apply({ type: "error", errorText: "The connection to the model was lost." });
  answer.apply({ type: "finish", messageMetadata: { status: "failed", problem: "model-cut-off" } });
  expect(answer.view.problem).toEqual({ code: "model-cut-off", detail: "The connection to the model was lost." });
  expect(answer.content).toBe("Half an ans");
});

test("a stored answer whose run is not over continues in mid-word", () => {
  const running = { id: "run", status: "running" as const, model: "m", lastSeq: 9 };
  const answer = Answer.of(
    message(
      [
        { type: "reasoning", reasoning: "Hm." },
        { type: "text", text: "Hello.\nBEGIN DRAFT\nDear rea" },
      ],
      { run: running },
    ),
  );
  expect(shown(answer)[2]).toBe("1-draft-1 draft open: Dear rea");
  answer.apply({ type: "text-delta", id: "1", delta: "der,\nEND DRAFT\nDone." });
  answer.apply({ type: "text-end", id: "1" });
  answer.apply(done);
  expect(shown(answer).slice(2)).toEqual(["1-draft-1 draft closed: Dear reader,", "1-text-2 text closed: Done."]);
});
