import { expect, test } from "vitest";
import { noFields } from "#core/discovery/production.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Person } from "#core/workspace/policy.ts";
import { longWork, longWorkDone } from "./long-work.ts";
import type { TaskName } from "./tasks.ts";

const person = (userId: string) => ({ kind: "person", userId }) as Person;
const prose = (characters: number) => "The supplier delivers the goods without delay.\n\n".repeat(Math.ceil(characters / 47));
const markdown = prose(400_000);
const doneOf = (name: TaskName) => longWorkDone().get(name) ?? 0;

test("a long text is worked through in a thread, with the same result", async () => {
  const before = doneOf("newDraft");
  const made = await longWork(person("A"), "newDraft", { markdown, answer: null });
  expect(doneOf("newDraft")).toBe(before + 1);
  const { newDraft } = await import("./draft-tasks.ts");
  expect(made).toEqual(newDraft({ markdown, answer: null }));
});

test("a short one is done in this thread", async () => {
  const before = doneOf("newDraft");
  expect((await longWork(person("A"), "newDraft", { markdown: "One *two*.", answer: null })).content.words).toBe(2);
  expect(doneOf("newDraft")).toBe(before);
});

test("what is refused in the thread is refused here, in the same words", async () => {
  const tiny = "a\n\n".repeat(110_000);
  const thrown: unknown = await longWork(person("A"), "newDraft", { markdown: tiny, answer: null }).catch(
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Response);
  const { status, detail } = (await (thrown as Response).json()) as { status: number; detail: string };
  const sentence = "This has more than 200,000 paragraphs and pieces of text. Split it into several drafts and try again.";
  expect({ status, detail }).toEqual({ status: problem("bad-request").status, detail: sentence });
});

test("what is not waited for any more is ended, and the next is served", async () => {
  const leaving = new AbortController();
  const left = longWork(person("A"), "newDraft", { markdown: prose(4_000_000), answer: null }, leaving.signal);
  setImmediate(() => leaving.abort());
  await expect(left).rejects.toThrow("aborted");
  expect((await longWork(person("A"), "newDraft", { markdown, answer: null })).content.words).toBeGreaterThan(1000);
});

test("an export is drawn while productions are, which take turns in one thread", { timeout: 60_000 }, async () => {
  const text = prose(4_000);
  const produced = (count: number) => {
    const documents = Array.from({ length: count }, (_, at) => {
      return { position: at + 1, treatment: "text" as const, text, redactions: [], passages: [], fields: noFields };
    });
    return longWork(null, "drawProduced", { documents, numbering: { prefix: "A", width: 4, first: 1 } });
  };
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const all = [produced(12).then(note("first production")), produced(12).then(note("second production"))];
  all.push(longWork(null, "drawPdf", { title: "Note", createdAt: new Date(0), content: [{ text }] }).then(note("export")));
  await Promise.all(all);
  expect(ended).toEqual(["export", "first production", "second production"]);
});
