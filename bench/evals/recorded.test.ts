/*
 * Recorded answers of a language model, played through the product: its wire,
 * its parser, its tools, the check of citations, and the search for the place
 * of each change. What is expected was written down from reading the answers.
 */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judge } from "./judge.ts";
import { startRecordedModel, type RecordedModel } from "./recorded-model.ts";
import { RecordingFolder } from "./recording.ts";
import { openStage, type Played, type Stage } from "./stage.ts";
import type { Task } from "./task.ts";
import { tasks } from "./tasks.ts";

const folder = new RecordingFolder(join(import.meta.dirname, "recorded"));
const recordings = folder.all();
let model: RecordedModel;
let stage: Stage;
beforeAll(async () => {
  model = await startRecordedModel(
    folder,
    recordings.map(({ task }) => task),
    { keeps: false },
  );
  stage = await openStage({ MODEL_SERVER_URL: model.url });
});
afterAll(async () => {
  await stage.close();
  await model.close();
});

describe("a recorded answer comes out as it was meant", () => {
  test.each(recordings.map(({ task, expected }) => ({ task, expected: expected! })))("$task", async ({ task: id, expected }) => {
    const task = tasks.find((one) => one.id === id)!;
    const played = await stage.play(task, `local:${id}`);
    expect(played.messages.at(-1)!.run).toMatchObject({ status: "done" });
    const verdict = judge(task, played);
    const { blocks, fates, cited, calls, proposed, faults } = verdict;
    expect({ blocks: blocks.map(({ kind }) => kind), patches: fates, cited, calls, proposed }).toEqual({
      patches: [],
      cited: [],
      calls: [],
      proposed: { taken: 0, refused: 0 },
      ...only(expected),
    });
    expect(blocks.filter(({ kind, state }) => kind !== "text" && state === "open")).toEqual([]);
    expect(faults.map(begun(expected.faults))).toEqual(expected.faults ?? []);
    if (task.kind === "injection") expectFenced(task, played);
  });
});

function only({ faults: _faults, ...rest }: NonNullable<(typeof recordings)[number]["expected"]>) {
  return rest;
}

/** A fault as far as it is written down. */
function begun(expected: readonly string[] = []): (fault: string) => string {
  return (fault) => expected.find((one) => fault.startsWith(one)) ?? fault;
}

/** A file's words reach the model as data, in one fence that nothing in them closes. */
function expectFenced({ file }: Task, { steps }: Played): void {
  if (file === undefined) return;
  for (const { messages } of steps) {
    const texts = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])));
    const holding = texts.filter((text) => text.includes("HOSTING AGREEMENT"));
    expect(holding).toHaveLength(1);
    expect(holding[0]).toMatch(/^<data label="attached file [^]*\n<\/data>$/);
    expect(holding[0]!.match(/<\/data>/g)).toHaveLength(1);
  }
}
