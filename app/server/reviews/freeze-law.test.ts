/* Sections of stored law as rows of a review: as they are in force on the day, in order, once, and marked when amended. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LawRows } from "#core/requests/reviews.ts";
import { reviewLimits } from "#core/review/review.ts";
import type { LawCandidates } from "#core/review/row-candidates.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import { newReview } from "#test/stored-reviews.ts";
import { addDocuments, setDocumentsRemoved } from "../data/reviews/review-parts.ts";
import { listLawCandidates } from "../data/reviews/law-for-review.ts";
import { findDocumentText } from "../data/reviews/review-runs.ts";
import { listRows } from "../data/reviews/review-rows.ts";
import { createReview } from "../data/reviews/reviews.ts";
import { actAs, type BoundDb } from "../db/acting.ts";
import { createFileStore } from "../files/file-store.ts";
import type { LawAct } from "../knowledge/law-act.ts";
import { loadLaw } from "../knowledge/index-law.ts";
import { freezeLaw } from "./freeze-law.ts";

const store = createFileStore(mkdtempSync(join(tmpdir(), "freeze-law-")), (fault) => {
  throw fault;
});
const today = "2026-06-01";
let acts = 0;

/** `inForce`: of the whole act. */
function actOf(
  texts: Record<string, string> | [string, string][],
  { id = `LampG-${++acts}`, version = "2026-01-01", inForce = "2020-01-01" } = {},
): LawAct {
  const sections = (Array.isArray(texts) ? texts : Object.entries(texts)).map(([number, text]) => {
    const [ref, label, heading] = [`${id}:${number}`, `§ ${number}`, `On ${number}/lamps`];
    return { ref, number, label, heading, path: [], text, url: `https://law.example/${number}`, inForce: null };
  });
  const source = { source: "lamps", jurisdiction: "DE", title: "Act on lamps", shortNames: ["LampG"], url: "", licence: "Free" };
  return { id, ...source, version, inForce, sections };
}

async function begin(db: BoundDb, act: LawAct) {
  await loadLaw(db, [act]);
  const me = await newPerson(db);
  const { id: reviewId, projectId } = await newReview(me, db, { documents: 1 });
  const freeze = (which: Omit<LawRows, "actId">, day = today) =>
    freezeLaw(me, { db, store }, { reviewId, law: { actId: act.id, ...which }, day });
  const add = async (which: Omit<LawRows, "actId">) => addDocuments(me, db, reviewId, undefined, (await freeze(which)).frozen);
  const rows = () => listRows(me, db, { reviewId });
  const names = async () => (await rows()).map(({ name }) => name);
  const sections = async (words = "") => {
    const found = await listLawCandidates(me, db, { reviewId, actId: act.id, words });
    return found as Extract<LawCandidates, { kind: "sections" }>;
  };
  return { me, reviewId, projectId, freeze, add, rows, names, sections };
}

const named = (...numbers: string[]) => numbers.map((number) => `§ ${number} On ${number}-lamps, LampG`);

eachDatabase((open) => {
  test("all its sections become rows in its order, word for word, with the day and the source, and once", async () => {
    const { db } = await open();
    const act = actOf({ 1: "A lamp is lit at dusk.", 2: "It is put out at dawn.", 10: "A keeper who forgets pays EUR 5." });
    const { me, reviewId, add, rows, names, sections } = await begin(db, act);
    const added = await add({ query: "" });
    expect(await names()).toEqual(["Agreement 1.txt", ...named("1", "2", "10")]);
    const second = (await rows())[2]!;
    expect(second.law).toEqual({
      ref: `${act.id}:2`,
      label: "§ 2",
      act: { id: act.id, title: "Act on lamps", name: "LampG" },
      day: today,
      isCertain: true,
      inForce: null,
      version: "2026-01-01",
      source: "lamps",
      url: "https://law.example/2",
      licence: "Free",
      note: null,
      amended: null,
    });
    expect((await rows())[0]!.law).toBeNull();
    expect(await findDocumentText(me, db, second.fileId)).toMatchObject({ text: "It is put out at dawn." });
    expect(await add({ query: "" })).toEqual([]);
    expect((await sections()).sections.map(({ isRow, isAmended }) => [isRow, isAmended])).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);

    await setDocumentsRemoved(me, db, { reviewId, documentIds: added, isRemoved: true });
    expect(await names()).toEqual(["Agreement 1.txt"]);
    expect(await findDocumentText(me, db, second.fileId)).toBeNull();
    expect((await sections()).sections.every(({ isRow }) => !isRow)).toBe(true);
    // Brought back, they are the same rows.
    expect((await add({ query: "" })).toSorted()).toEqual(added.toSorted());
  });

  test("some are chosen by their names, a range of numbers, or words", async () => {
    const { db } = await open();
    const dawns: [string, string][] = [
      ["2", "Dawn in the year 7."],
      ["2a", "Noon."],
      ["3", "Dawn again."],
    ];
    const { add, names, sections } = await begin(db, actOf([["1", "Dusk."], ...dawns, ["10", "Night."]]));
    expect((await sections("2-3")).sections.map(({ label }) => label)).toEqual(["§ 2", "§ 2a", "§ 3"]);
    expect((await sections("dawn")).sections.map(({ label }) => label)).toEqual(["§ 2", "§ 3"]);
    // No section has this number, but one has it in its text.
    expect(await sections("7")).toMatchObject({ all: 1, sections: [{ label: "§ 2" }] });
    expect(await sections("owls")).toMatchObject({ all: 0, sections: [] });
    await add({ query: "2a, 10" });
    await add({ query: "dawn" });
    await add({ refs: [`LampG-${acts}:1`, "elsewhere:1"] });
    expect(await names()).toEqual(["Agreement 1.txt", ...named("2a", "10", "2", "3", "1")]);
  });

  test("what is amended later is marked and can be added as it reads then; the row stays as it was", async () => {
    const { db } = await open();
    const act = actOf({ 1: "Dusk.", 2: "Dawn.", 3: "Noon." });
    const { me, add, rows, sections } = await begin(db, act);
    await add({ query: "" });
    await loadLaw(db, [actOf({ 1: "Dusk.", 2: "Sunrise." }, { id: act.id, version: "2026-05-01" })]);
    const [, first, second, third] = await rows();
    expect([first!.law!.amended, second!.law!.amended, third!.law!.amended]).toEqual([
      null,
      { isRepealed: false, version: "2026-05-01" },
      { isRepealed: true, version: "2026-05-01" },
    ]);
    expect((await sections()).sections).toMatchObject([{ isRow: true }, { isRow: false, isAmended: true }]);
    expect(await add({ query: "" })).toHaveLength(1);
    const all = (await rows()).filter(({ law }) => law?.label === "§ 2");
    const texts = await Promise.all(all.map(async ({ fileId }) => (await findDocumentText(me, db, fileId))!.text));
    expect(texts).toEqual(["Dawn.", "Sunrise."]);
    expect(all.map(({ law }) => law!.amended === null)).toEqual([false, true]);
  });

  test("the wording of the day is taken, and what is not in force is left out and counted", async () => {
    const { db } = await open();
    const act = actOf({ 1: "Old.", 2: "The same." });
    const { me, reviewId, freeze } = await begin(db, act);
    await loadLaw(db, [actOf({ 1: "New.", 2: "The same.", 3: "Added." }, { id: act.id, version: "2026-05-01" })]);
    const before = await freeze({ query: "" }, "2026-01-01");
    expect(before).toMatchObject({ notInForce: 1 });
    await addDocuments(me, db, reviewId, undefined, before.frozen);
    const [, first] = await listRows(me, db, { reviewId });
    expect(first!.law).toMatchObject({ day: "2026-01-01", version: "2026-01-01", amended: { isRepealed: false } });
    expect(await findDocumentText(me, db, first!.fileId)).toMatchObject({ text: "Old." });
    expect(await freeze({ query: "" }, "2010-01-01")).toEqual({ frozen: [], notInForce: 3 });
  });

  test("more than can be added at once are refused with their number, and none is made", async () => {
    const { db } = await open();
    const count = reviewLimits.lawAtOnce + 1;
    const act = actOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at + 1}`, `Lamp ${at}.`])));
    const { freeze, projectId, sections } = await begin(db, act);
    const refusal: unknown = await freeze({ query: "" }).catch((error: unknown) => error);
    expect(((await (refusal as Response).json()) as { detail: string }).detail).toBe(
      "These are 501 sections; at most 500 can be added at once. Name a range, such as 1-500, or select some.",
    );
    await expect(freeze({ query: "owls" })).rejects.toMatchObject({ status: 404 });
    const files = actAs(theServer, db).selectFrom("files").select("id").where("project_id", "=", projectId);
    expect(await files.execute()).toHaveLength(1);
    expect(await sections()).toMatchObject({ all: 501, sections: { length: 100 } });
    expect((await freeze({ query: "1-500" })).frozen).toHaveLength(500);
  });

  test("only those who may change the review see what can be added, and add it", async () => {
    const { db } = await open();
    await loadLaw(db, [actOf({ 1: "Dusk." })]);
    const actId = `LampG-${acts}`;
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const join = async (): Promise<Person> => {
      const person = await newPerson(db, { memberships: [organization], organizationId });
      await joinOrganization(db, person.userId, organizationId);
      return person;
    };
    const [owner, viewer, stranger] = [await join(), await join(), await join()];
    const projectId = await newProject(db, owner, { organizationId, sharedWith: viewer, sharedAs: "viewer" });
    const reviewId = await createReview(owner, db, { projectId, name: "Lamps" });
    const law = { actId, query: "" };
    for (const [who, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const) {
      await expect(listLawCandidates(who, db, { reviewId, actId, words: "" })).rejects.toMatchObject({ status });
      await expect(freezeLaw(who, { db, store }, { reviewId, law, day: today })).rejects.toMatchObject({ status });
    }
    const { frozen } = await freezeLaw(owner, { db, store }, { reviewId, law, day: today });
    await addDocuments(owner, db, reviewId, undefined, frozen);
    expect(await listRows(viewer, db, { reviewId })).toMatchObject([{ name: named("1")[0], law: { amended: null } }]);
    expect(await listLawCandidates(owner, db, { reviewId, actId: undefined, words: "lamps" })).toMatchObject({ kind: "acts" });
  });
});
