/* A draft held against a playbook: what is found is stored, its changes become suggestions, and a file has them tracked. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlaybookCheck } from "#core/playbooks/playbook.ts";
import type { ImportedChange } from "#core/changes/imported-change.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startReviewModel, type ReviewModel } from "#test/review-model.ts";

let answer: (rule: string) => object | string | number;
let model: ReviewModel;
let app: TestApp;
beforeAll(async () => {
  model = await startReviewModel(({ rule }) => answer(rule));
  app = await startApp({ MODEL_SERVER_URL: model.url });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const source = `---
kind: playbook
name: Our NDA
---

## Duration
Look for: years, continue

### Standard
The duties of the Recipient continue for three years after the last disclosure.

### Fallback
The duties of the Recipient continue for five years after the last disclosure.

## Audit
Look for: audit, inspect

### Standard
The Discloser may inspect the Recipient’s records once a year.

## Staff
Look for: solicit, hire

### Standard
Nothing in this agreement restricts whom a party may employ.
`;
const content = `# Agreement

The duties of the Recipient continue for ten years after the last disclosure.

The Recipient shall return Confidential Information within thirty days of a written request.`;

const asking =
  (as: TestPerson) =>
  async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await app.request(path, { as, ...(body !== undefined && { body }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };

async function begin() {
  const me = await app.person();
  const ask = asking(me);
  const { id: projectId } = await ask<{ id: string }>("/api/projects", { name: "Alder" });
  const { id: draftId } = await ask<{ id: string }>("/api/drafts", { projectId, name: "NDA", content });
  const { id: playbookId } = await ask<{ id: string }>("/api/library/templates", { source });
  model.asked.length = 0;
  return {
    check: (chosen: string) => ask(`/api/drafts/${draftId}/playbook-check`, { playbookId, model: chosen }),
    read: async () => (await ask<{ check: PlaybookCheck }>(`/api/drafts/${draftId}/playbook-check`)).check,
    open: async () =>
      (await ask<{ changes: ImportedChange[] }>(`/api/drafts/${draftId}/changes`)).changes
        .filter(({ decision }) => decision === null)
        .toSorted((one, other) => one.patch.place!.start - other.patch.place!.start),
    name: me.name,
  };
}

const ten = "The duties of the Recipient continue for ten years after the last disclosure.";
const nothing = { fallback: 0, quotations: [], why: "", original: "", replacement: "" };

test("a model’s answers are held to the draft, and its changes proposed there one by one", async () => {
  answer = (rule) => {
    if (rule === "Duration")
      return {
        ...nothing,
        position: "outside",
        quotations: [ten],
        why: "Ten years.",
        original: "ten years",
        replacement: "three years",
      };
    return {
      ...nothing,
      position: rule === "Audit" ? "absent" : "standard",
      quotations: rule === "Audit" ? [] : ["no such words at all"],
    };
  };
  const { check, read, open, name } = await begin();
  await check("local:reader");
  await app.stet.jobs.settled();
  const found = await read();
  expect(found).toMatchObject({ name: "Our NDA", by: name, state: null, model: "local:reader" });
  expect(found.rules.map(({ finding }) => finding!.position)).toEqual(["outside", "absent", "unclear"]);
  expect(found.rules[0]!.finding!.sources[0]).toMatchObject({ verdict: "verified", words: ten });
  expect(found.rules[2]!.finding!.note).toBe("Words quoted for this are not in the document.");
  const changes = await open();
  expect(changes.map(({ patch }) => patch.summary)).toEqual([
    `${name} (Our NDA): Duration: Not acceptable. Ten years.`,
    `${name} (Our NDA): Audit: Absent.`,
  ]);
  expect(changes[0]!.patch).toMatchObject({ original: "ten years", replacement: "three years" });
  expect(changes[1]!.patch.replacement).toContain("\n\nThe Discloser may inspect");
  expect(found.rules.map(({ proposed }) => proposed)).toEqual([
    { suggestionId: changes[0]!.id },
    { suggestionId: changes[1]!.id },
    null,
  ]);
  // Again: what waits to be decided is not proposed a second time.
  await check("local:reader");
  await app.stet.jobs.settled();
  expect(await open()).toHaveLength(2);
  expect((await read()).rules[0]!.proposed).toEqual({ refused: expect.stringContaining("not decided yet") as string });
});

test("an answer that failed is the only one that is asked again", async () => {
  answer = (rule) => (rule === "Staff" ? 401 : { ...nothing, position: "absent" });
  const { check, read } = await begin();
  await check("local:reader");
  await app.stet.jobs.settled();
  const failed = await read();
  expect(failed).toMatchObject({ state: "failed", problem: expect.stringContaining("refused the key") as string });
  expect(failed.rules.map(({ finding }) => finding?.position ?? null)).toEqual(["absent", "absent", null]);
});

test("with no model, what contradicts the standard is changed and what is not there is added", async () => {
  const { check, read, open } = await begin();
  await check("stet-builtin");
  await app.stet.jobs.settled();
  expect(model.asked).toEqual([]);
  const { rules } = await read();
  expect(rules.map(({ finding }) => finding!.position)).toEqual(["outside", "absent", "absent"]);
  const changes = await open();
  expect(changes[0]!.patch.replacement).toContain("three years");
  // Two new clauses behind the same words are one change.
  expect(changes).toHaveLength(2);
  expect(changes[1]!.patch.replacement).toMatch(/inspect the Recipient’s records[^]*Nothing in this agreement restricts/);
});

test("of two changes to the same words only one is proposed, and says so", async () => {
  const last = "The Recipient shall return Confidential Information within thirty days of a written request.";
  answer = (rule) => {
    if (rule === "Duration") return { ...nothing, position: "absent", original: last };
    return {
      ...nothing,
      position: "outside",
      quotations: [last],
      original: "thirty days",
      replacement: `${rule === "Audit" ? "ten" : "five"} days`,
    };
  };
  const { check, read, open } = await begin();
  await check("local:reader");
  await app.stet.jobs.settled();
  const changes = await open();
  expect(changes.map(({ patch }) => patch.replacement)).toEqual(["ten days"]);
  const [duration, audit, staff] = (await read()).rules;
  expect(audit!.proposed).toEqual({ suggestionId: changes[0]!.id });
  for (const one of [duration, staff]) expect(one!.proposed).toHaveProperty("refused");
});
