/* What models cost an organization, counted where their tokens are. */
import { expect, test } from "vitest";
import { byPerson, byProject, totalOf } from "#core/account/spending.ts";
import { findModel, localModel } from "#core/models/models.ts";
import { withWorkspace, type Person, type Role } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { countTokens } from "./plan-usage.ts";
import { firstMonthOfSpending, listSpending } from "./spending.ts";

const month = new Date().toISOString().slice(0, 7);
const luna = findModel("gpt-6-luna")!;
const usage = { inputTokens: 10_000, outputTokens: 2_000 };

async function newFirm(db: BoundDb) {
  const organization = await newOrganization(db);
  const join = async (role: Role): Promise<Person> => {
    const person = await newPerson(db, { memberships: [{ ...organization, role }] });
    await joinOrganization(db, person.userId, organization.organizationId, role);
    return withWorkspace(person, organization.slug)!;
  };
  return { owner: await join("owner"), member: await join("member") };
}

eachDatabase((open) => {
  test("an answer is counted with its person, its project and its price, and stays when those are gone", async () => {
    const { db } = await open();
    const { owner, member } = await newFirm(db);
    const projectId = await newProject(db, member, { organizationId: member.organizationId });
    const chatId = uuidv7();
    const { userId: owner_id, organizationId: organization_id } = member;
    await db
      .insertInto("chats")
      .values({ id: chatId, owner_id, organization_id, project_id: projectId, title: "A chat" })
      .execute();
    await countTokens(member, db, { usage, model: luna, about: { chatId } });
    await countTokens(owner, db, { usage: { ...usage, costUsd: 7 }, model: luna, about: null });

    const rows = await listSpending(owner, db, month);
    expect(totalOf(rows).costUsd).toBeCloseTo(7 + 0.001 + 0.001, 6);
    expect(byPerson(rows).map(({ label }) => label)).toEqual([owner.name, member.name]);
    expect(byProject(rows).map(({ label }) => label)).toEqual(["Outside of projects", "A project"]);
    expect(await firstMonthOfSpending(owner, db)).toBe(month);

    await db.deleteFrom("chats").where("id", "=", chatId).execute();
    await db.deleteFrom("projects").where("id", "=", projectId).execute();
    const later = await listSpending(owner, db, month);
    expect(byProject(later).map(({ label }) => label)).toEqual(["Outside of projects", "Deleted projects"]);
    expect(totalOf(later).answers).toBe(2);
  });

  test("tokens of models without a known price are told apart, and count nothing of the plan", async () => {
    const { db } = await open();
    const { owner } = await newFirm(db);
    await countTokens(owner, db, { usage, model: localModel("llama"), about: null });
    const { scopes, ...rest } = { ...owner, scopes: ["chat"] as const };
    await countTokens({ ...rest, scopes }, db, { usage, model: luna, about: null });
    const rows = await listSpending(owner, db, month);
    expect(totalOf(rows)).toMatchObject({ answers: 2, unpricedTokens: 12_000 });
    expect(byProject(rows).map(({ label }) => label)).toEqual(["API keys", "Outside of projects"]);
    const plan = await db.selectFrom("plan_tokens").select("tokens").where("user_id", "=", owner.userId).execute();
    expect(plan.map(({ tokens }) => Number(tokens))).toEqual([12_000]);
  });

  test("it is for those who manage the organization; what is used outside of it is not counted there", async () => {
    const { db } = await open();
    const { owner, member } = await newFirm(db);
    await countTokens({ ...member, organizationId: null }, db, { usage, model: luna, about: null });
    expect(await listSpending(owner, db, month)).toEqual([]);
    expect(await firstMonthOfSpending(owner, db)).toBeNull();
    await expect(listSpending(member, db, month)).rejects.toMatchObject({ status: 403 });
  });
});
