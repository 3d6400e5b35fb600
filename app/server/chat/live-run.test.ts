/* The in-memory log of a run: numbering, readers, and what is left to write after failures. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { RunEvent } from "#core/chat/run-event.ts";
import { foldRunEvent, type Folded } from "#core/chat/run-fold.ts";
import type { DeltaClock, Dirty } from "./delta-clock.ts";
import { LiveRun, type Sink } from "./live-run.ts";

function newRun() {
  const dirty = new Set<Dirty>();
  const clock: DeltaClock = { soon: (run) => void dirty.add(run), windowMs: 0, close() {} };
  const run = new LiveRun({ runId: "r", messageId: "m", chatId: "c", ownerId: "o" }, clock, () => {});
  const tick = () => {
    for (const one of dirty) one.flushDelta();
    dirty.clear();
  };
  return { run, tick };
}

/** A reader that accepts `room` frames at a time. */
function newSink(room = Infinity) {
  const gone = new AbortController();
  const texts: string[] = [];
  let left = room;
  const sink: Sink = {
    signal: gone.signal,
    write(text) {
      if (gone.signal.aborted) return false;
      texts.push(text);
      return --left > 0;
    },
    drained: async () => void (left = room),
    end() {},
  };
  const seqs = () => texts.flatMap((text) => [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1])));
  return { sink, seqs, gone };
}

const foldAll = (data: string) => {
  const folded: Folded = { parts: [], sources: [] };
  for (const json of data.split("\n")) foldRunEvent(folded, JSON.parse(json) as RunEvent);
  return folded;
};
const finish: RunEvent = { type: "finish", messageMetadata: { status: "done" } };

type Step = { kind: "text" | "reasoning" | "event" | "tick" | "write" | "fail"; text: string };
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("text", "text", "reasoning", "event", "tick", "write", "fail"),
    text: fc.string({ minLength: 1 }),
  }),
  { maxLength: 60 },
) as fc.Arbitrary<Step[]>;

test("whatever fails to be written is written later, once, in order, and folds to the message", () => {
  fc.assert(
    fc.property(steps, (story) => {
      const { run, tick } = newRun();
      const stored = new Map<number, { to: number; data: string }>();
      const write = (fails: boolean) => {
        const writing = run.takeWrite(Date.now());
        // A write whose response was lost is in the database all the same.
        for (const chunk of writing.chunks) if (!stored.has(chunk.from)) stored.set(chunk.from, chunk);
        if (!fails) run.saved(writing);
      };
      run.emit({ type: "text-start", id: "0" });
      run.emit({ type: "reasoning-start", id: "1" });
      for (const { kind, text } of story) {
        if (kind === "text" || kind === "reasoning") run.delta(kind, kind === "text" ? "0" : "1", text);
        else if (kind === "event") run.emit({ type: "start-step" });
        else if (kind === "tick") tick();
        else write(kind === "fail");
      }
      run.end({ status: "done" }, finish);
      write(false);
      const chunks = [...stored].sort(([a], [b]) => a - b);
      let next = 1;
      for (const [from, { to, data }] of chunks) {
        expect(from).toBe(next);
        expect(data.split("\n")).toHaveLength(to - from + 1);
        next = to + 1;
      }
      expect(next - 1).toBe(run.seq);
      const said = (kind: string) =>
        story
          .filter((one) => one.kind === kind)
          .map((one) => one.text)
          .join("");
      expect(foldAll(chunks.map(([, { data }]) => data).join("\n")).parts).toEqual([
        { type: "text", text: said("text") },
        { type: "reasoning", reasoning: said("reasoning") },
      ]);
    }),
  );
});

test("pieces that come together go out as one, and never change places", () => {
  const { run, tick } = newRun();
  run.emit({ type: "text-start", id: "0" });
  for (const text of ["a", "b", "c"]) run.delta("text", "0", text);
  expect(run.seq).toBe(1);
  tick();
  expect(run.seq).toBe(2);
  run.delta("text", "0", "d");
  run.emit({ type: "text-end", id: "0" });
  expect(run.seq).toBe(4);
  expect(run.folded.parts).toEqual([{ type: "text", text: "abcd" }]);
});

test("only an answer's first words are marked as waited for", () => {
  const marked: boolean[] = [];
  const clock = {
    soon: (one: Dirty, isFirst: boolean) => void (marked.push(isFirst), one.flushDelta()),
    windowMs: 0,
    close: () => {},
  };
  const run = new LiveRun({ runId: "r", messageId: "m", chatId: "c", ownerId: "o" }, clock, () => {});
  for (const kind of ["reasoning", "text"] as const) for (const text of ["a", "b"]) run.delta(kind, "0", text);
  expect(marked).toEqual([true, false, false, false]);
});

test("a reader who is full is let go where it is, and nothing is kept for it", async () => {
  const { run } = newRun();
  const slow = newSink(2);
  const quick = newSink();
  const left = run.attach(0, slow.sink, true);
  void run.attach(0, quick.sink, true);
  for (let i = 0; i < 6; i++) run.emit({ type: "start-step" });
  expect(await left).toBe(2);
  expect(slow.seqs()).toEqual([1, 2]);
  expect(quick.seqs()).toEqual([1, 2, 3, 4, 5, 6]);
  await slow.sink.drained();
  expect(await run.attach(2, slow.sink, true)).toBe(4);
  expect(slow.seqs()).toEqual([1, 2, 3, 4]);
});

test("a reader who leaves is forgotten immediately", async () => {
  const { run } = newRun();
  const { sink, gone, seqs } = newSink();
  const left = run.attach(0, sink, true);
  run.emit({ type: "start-step" });
  gone.abort();
  expect(await left).toBe(1);
  run.emit({ type: "start-step" });
  expect(seqs()).toEqual([1]);
});

test("the last event goes out when everything is stored, not before", async () => {
  const { run } = newRun();
  const { sink, seqs } = newSink();
  const left = run.attach(0, sink, true);
  run.emit({ type: "start-step" });
  run.end({ status: "done" }, finish);
  expect(seqs()).toEqual([1]);
  expect(run.saved(run.takeWrite(Date.now()))).toBe(true);
  expect(seqs()).toEqual([1, 2]);
  expect(await left).toBe(2);
});

test("nothing is taken after a stop", () => {
  const { run, tick } = newRun();
  run.emit({ type: "text-start", id: "0" });
  run.delta("text", "0", "waiting");
  const unsaved = run.settle();
  tick();
  run.delta("text", "0", "more");
  run.emit({ type: "text-end", id: "0" });
  run.end({ status: "done" }, finish);
  expect(unsaved.map((chunk) => [chunk.from, chunk.to])).toEqual([[1, 1]]);
  expect(run.seq).toBe(1);
  expect(run.abort.signal.aborted).toBe(true);
});

test("frames that are stored are let go, and a reader far behind is sent to the log", () => {
  const { run } = newRun();
  for (let i = 0; i < 2000; i++) run.emit({ type: "start-step" });
  expect(run.covers(0)).toBe(true);
  run.saved(run.takeWrite(Date.now()));
  expect(run.covers(0)).toBe(false);
  expect(run.covers(1990)).toBe(true);
});

test("what belongs to two texts, or to a text and its reasoning, is never joined", () => {
  const { run, tick } = newRun();
  run.emit({ type: "text-start", id: "0" });
  run.emit({ type: "reasoning-start", id: "1" });
  run.emit({ type: "text-start", id: "2" });
  run.delta("text", "0", "a");
  run.delta("text", "2", "b");
  run.delta("reasoning", "1", "c");
  run.delta("text", "2", "d");
  tick();
  expect(run.seq).toBe(7);
  expect(run.folded.parts).toEqual([
    { type: "text", text: "a" },
    { type: "reasoning", reasoning: "c" },
    { type: "text", text: "bd" },
  ]);
});
