import { expect, test } from "vitest";
import { ThreadPool } from "./thread-pool.ts";

const endless = { markdown: "The supplier delivers the goods without delay.\n\n".repeat(100_000), answer: null };
const given = { person: "A", name: "newDraft", tooMuch: "text-too-large" } as const;

test("a task that takes too long is ended with a clear refusal, and another person is still served", async () => {
  const pool = new ThreadPool({ places: 1, tasksPerThread: 10 });
  const refusal: unknown = await pool.run({ ...given, given: endless, seconds: 0.05 }).catch((error: unknown) => error);
  expect(await (refusal as Response).json()).toMatchObject({ code: "text-too-large", status: 413 });
  const short = { markdown: "Words.", answer: null };
  const made = (await pool.run({ ...given, person: "B", given: short, seconds: 60 })) as { content: { words: number } };
  expect(made.content.words).toBe(1);
});

test("an error in a thread comes back as it was, and the thread takes the next task", async () => {
  const pool = new ThreadPool({ places: 1, tasksPerThread: 10 });
  const unreadable = { ...given, name: "draftHtml", given: "no JSON", seconds: 60 } as const;
  await expect(pool.run(unreadable)).rejects.toThrow(SyntaxError);
  const paragraph = JSON.stringify({ type: "doc", content: [{ type: "paragraph" }] });
  expect(await pool.run({ ...given, name: "draftHtml", given: paragraph, seconds: 60 })).toBe("<p></p>");
});
