/* Plan limits: they hold under concurrency (B09), and personal and organization workspaces are counted apart. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { limitKinds, planLimit, plans } from "#core/account/plans.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import type { Db } from "../../db/database.ts";
import { createDraft, setDraftRemoved } from "../drafts/drafts.ts";
import { createFile, removeFile, restoreFile, type NewFile } from "../files/files.ts";
import { changeRole } from "../organizations/members.ts";
import { findModel } from "#core/models/models.ts";
import { countTokens, readPlanUsage, refuseBeyondTokens } from "./plan-usage.ts";
import { createProject, removeProject, undoRemoveProject } from "../organizations/projects.ts";

const make = (me: Person, db: Db) => createProject(me, db, { name: "A project", instructions: "" });
const many = <T>(count: number, ask: () => Promise<T>) => Array.from({ length: count }, ask);
const made = async (asked: Promise<unknown>[]) =>
  (await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled").length;

eachDatabase((open) => {
  test("twenty at once where ten fit make exactly ten", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    expect(planLimit("free", "projects")).toBe(10);
    expect(await made(many(20, () => make(me, db)))).toBe(10);
    expect((await readPlanUsage(me, db)).projects).toBe(10);
    await expect(make(me, db)).rejects.toMatchObject({ status: 403 });
    expect(await made([make({ ...me, ownPlan: "professional" }, db)])).toBe(1);
  });

  test("an organization's members share its plan, and what one has for oneself does not count there", async () => {
    const { db } = await open();
    const there = await newOrganization(db);
    const placed = { memberships: [there], organizationId: there.organizationId };
    const [ann, ben] = await Promise.all([newPerson(db), newPerson(db)]);
    for (const one of [ann, ben]) await joinOrganization(db, one.userId, there.organizationId);
    const annThere = { ...ann, ...placed };
    const benThere = { ...ben, ...placed };
    await make(ann, db);
    expect(await made([annThere, benThere].flatMap((one) => many(8, () => make(one, db))))).toBe(10);
    expect([(await readPlanUsage(ann, db)).projects, (await readPlanUsage(benThere, db)).projects]).toEqual([1, 10]);
  });

  test("twenty drafts at once where ten more fit make exactly ten, and what was deleted comes back only where it fits", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const [one, other] = [await newProject(db, me), await newProject(db, me)];
    const draft = (projectId: string) => createDraft(me, db, { projectId, name: "A draft", document: markdownToDocument("Words") });
    const limit = planLimit("free", "drafts")!;
    expect(await made(many(limit - 10, () => draft(one)))).toBe(limit - 10);
    expect(await made(many(20, () => draft(other)))).toBe(10);
    await removeProject(me, db, other);
    expect((await readPlanUsage(me, db)).drafts).toBe(limit - 10);
    const last = await draft(one);
    await expect(undoRemoveProject(me, db, other)).rejects.toMatchObject({ status: 403 });
    await setDraftRemoved(me, db, last, true);
    await undoRemoveProject(me, db, other);
    await expect(setDraftRemoved(me, db, last, false)).rejects.toMatchObject({ status: 403 });
    expect((await readPlanUsage(me, db)).drafts).toBe(limit);
  });

  test("in an organization its plan counts, wherever the request comes from", async () => {
    const { db } = await open();
    const there = await newOrganization(db);
    const me = await newPerson(db, { plan: "professional", memberships: [there] });
    await joinOrganization(db, me.userId, there.organizationId);
    const projectId = await newProject(db, me, { organizationId: there.organizationId });
    const draft = () => createDraft(me, db, { projectId, name: "A draft", document: markdownToDocument("Words") });
    const limit = planLimit("free", "drafts")!;
    expect(await made(many(limit + 1, draft))).toBe(limit);
  });

  test("files are taken in as long as they fit, and a removed one comes back only where it fits", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const limit = planLimit("free", "storageBytes")!;
    const file = (size: number) => {
      const key = randomUUID();
      const kind = { originalName: key, kind: "text", contentType: "text/plain", status: "ready", problem: null } as const;
      return createFile(me, db, { ...kind, key, size, sha256: key, projectId: null, modifiedAt: null, document: null } as NewFile);
    };
    const first = await file(limit - 10);
    expect(await made(many(4, () => file(5)))).toBe(2);
    await removeFile(me, db, first.file.id);
    await file(1);
    await expect(restoreFile(me, db, first.file.id)).rejects.toMatchObject({ status: 403 });
    expect((await readPlanUsage(me, db)).storageBytes).toBe(11);
  });

  test("a guest becomes a member only where a seat is free", async () => {
    const { db } = await open();
    const there = await newOrganization(db);
    const [owner, ...guests] = await Promise.all([1, 2, 3].map(() => newPerson(db)));
    await joinOrganization(db, owner!.userId, there.organizationId, "owner");
    for (const guest of guests) await joinOrganization(db, guest.userId, there.organizationId, "guest");
    await db.updateTable("organization").set({ seats: 2 }).where("id", "=", there.organizationId).execute();
    const me = { ...owner!, organizationId: there.organizationId, memberships: [{ ...there, role: "owner" as const }] };
    expect(await made(guests.map((guest) => changeRole(me, db, guest.userId, "member")))).toBe(1);
  });

  test("tokens are counted by day and place, and refused when they are used up", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const limit = planLimit("free", "tokensPerDay")!;
    const count = (inputTokens: number, outputTokens: number) =>
      countTokens(me, db, { usage: { inputTokens, outputTokens }, model: findModel("gpt-6-luna")!, about: null });
    await count(limit - 10, 9);
    await refuseBeyondTokens(me, db);
    await count(0, 1);
    await expect(refuseBeyondTokens(me, db)).rejects.toMatchObject({ status: 403 });
    await refuseBeyondTokens({ ...me, plan: "starter" }, db);
    const there = await newOrganization(db);
    await refuseBeyondTokens({ ...me, memberships: [there], organizationId: there.organizationId }, db);
    expect((await readPlanUsage(me, db)).tokensPerDay).toBe(limit);
    await db.updateTable("plan_tokens").set({ day: "2020-01-01" }).where("user_id", "=", me.userId).execute();
    await refuseBeyondTokens(me, db);
  });
});

test("no plan includes less than the one before it", () => {
  const rising = plans.filter((plan) => plan !== "starter-pending-cancel");
  for (const kind of limitKinds) {
    const limits = rising.map((plan) => planLimit(plan, kind) ?? Infinity);
    expect(limits).toEqual(limits.toSorted((a, b) => a - b));
  }
});
