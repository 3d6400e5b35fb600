/* The server is killed while research runs: it continues where it was, and nothing is asked twice or paid for twice. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Research } from "#core/research/research.ts";
import { openDatabase } from "#server/db/database.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { temporaryFolder } from "./databases.ts";
import { askingAs, startKillable } from "./killable-server.ts";
import { copyPreparedDatabase } from "./prepared-database.ts";
import { startReviewModel } from "./review-model.ts";

const section = (number: string, text: string) => ({
  ref: `letting/section/${number}`,
  number,
  label: `section ${number}`,
  heading: "",
  path: [],
  text,
  url: `https://law.example/letting#${number}`,
  inForce: null,
});
const act = {
  id: "letting",
  source: "legislation.gov.uk",
  jurisdiction: "GB" as const,
  title: "Letting Act 2010",
  shortNames: [],
  version: "2020-01-01",
  inForce: null,
  url: "https://law.example/letting",
  licence: "",
  sections: [
    section("1", "A tenancy may be ended by a notice of two months."),
    section("2", "The landlord must keep the roof of the house in repair."),
    section("3", "A notice under section 1 is void unless it is in writing."),
  ],
};
const questions = ["What notice is due?", "Which form must the notice have?", "Who repairs the roof?"];
const searches = ["notice tenancy ended", "notice void writing", "landlord roof repair"];
const plan = { steps: questions.map((question, at) => ({ question, searches: [searches[at]], citing: false })) };

test("kill -9 in the middle of research: while it plans, in each step, and while it writes", { timeout: 240_000 }, async () => {
  const asked: string[] = [];
  /** What is not answered before the server is killed. */
  let holding = "";
  const model = await startReviewModel(async ({ content }) => {
    const what = content.startsWith("Question:") ? "plan" : (/Question to answer: (.*)/.exec(content)?.[1] ?? "memo");
    asked.push(what);
    await expect.poll(() => holding === what, { timeout: 60_000, interval: 20 }).toBe(false);
    if (what === "plan") return plan;
    const passage = /\[\[(\d+)\]\][^\n]*\n([^[\n]+)/.exec(content);
    const sentence = passage === null ? "Nothing was found." : `${passage[2]!.trim().replace(/\.$/, "")} [[${passage[1]}]].`;
    return what === "memo" ? `SHORT ANSWER\n${sentence}` : sentence;
  });
  const folder = join(temporaryFolder(), "data");
  await copyPreparedDatabase(join(folder, "database"));
  const database = await openDatabase({ folder: join(folder, "database") });
  await loadLaw(database.db, [act]);
  await database.close();
  const server = await startKillable(folder, { MODEL_SERVER_URL: model.url });
  const { ask } = await askingAs(server.url);
  const countOf = (what: string) => asked.filter((one) => one === what).length;
  const killAt = async (what: string, next = "") => {
    await expect.poll(() => asked, { timeout: 60_000 }).toContain(what);
    await server.kill();
    holding = next;
    await server.start();
  };

  holding = "plan";
  const given = { question: "What notice ends a tenancy?", jurisdictions: ["GB"], withFiles: false, model: "local:reader" };
  const { id } = await ask<{ id: string }>("/api/research", given);
  await killAt("plan");
  const read = async () => (await ask<{ research: Research }>(`/api/research/${id}`)).research;
  await expect.poll(async () => (await read()).run, { timeout: 90_000 }).toBeNull();
  expect((await read()).steps.map(({ question }) => question)).toEqual(questions);

  holding = questions[1]!;
  await ask(`/api/research/${id}/runs`, { kind: "answer" });
  await killAt(questions[1]!, "memo");
  await killAt("memo");
  await expect.poll(async () => (await read()).run, { timeout: 90_000 }).toBeNull();
  const { steps, memos, spent } = await read();
  expect(steps.every(({ finding }) => finding !== null)).toBe(true);
  expect(memos).toHaveLength(1);
  // What was being asked at each kill had no answer yet, and is asked again; nothing else is.
  expect(["plan", ...questions, "memo"].map(countOf)).toEqual([2, 1, 2, 1, 2]);
  expect(spent).toMatchObject({ inputTokens: 500, outputTokens: 50 });
  await model.close();
});
