import { expect, test } from "vitest";
import type { Person, Role } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { listNews, listRecentDrafts } from "./organization-home.ts";

async function memberOf(db: BoundDb, membership: Awaited<ReturnType<typeof newOrganization>>, role: Role): Promise<Person> {
  const me = await newPerson(db);
  await joinOrganization(db, me.userId, membership.organizationId, role);
  return { ...me, organizationId: membership.organizationId, memberships: [{ ...membership, role }] };
}

async function newDraft(db: BoundDb, owner: Person, projectId: string, name: string): Promise<void> {
  const document = JSON.stringify({ type: "doc", content: [] });
  const values = { id: uuidv7(), project_id: projectId, owner_id: owner.userId, organization_id: owner.organizationId };
  await db
    .insertInto("drafts")
    .values({ ...values, name, document, content: "" })
    .execute();
}

eachDatabase((open) => {
  test("one hears who joined and what was shared with one, and nothing of another organization", async () => {
    const { db } = await open();
    const [firm, elsewhere] = [await newOrganization(db), await newOrganization(db)];
    const me = await memberOf(db, firm, "member");
    const colleague = await memberOf(db, firm, "admin");
    const guest = await memberOf(db, firm, "guest");
    const { organizationId } = firm;
    const shared = await newProject(db, colleague, { organizationId, sharedWith: me });
    await newProject(db, colleague, { organizationId });
    await newProject(db, await memberOf(db, elsewhere, "owner"), { organizationId: elsewhere.organizationId, sharedWith: me });
    const news = await listNews(me, db, 10);
    expect(news.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual(
      [`joined ${colleague.userId}`, `joined ${guest.userId}`, `shared ${shared}`].sort(),
    );
    expect(await listNews(guest, db, 10)).toEqual([]);
  });

  test("drafts of projects one sees, and of this place alone", async () => {
    const { db } = await open();
    const firm = await newOrganization(db);
    const me = await memberOf(db, firm, "member");
    const colleague = await memberOf(db, firm, "member");
    const { organizationId } = firm;
    await newDraft(db, colleague, await newProject(db, colleague, { organizationId, sharedWith: me }), "Shared");
    await newDraft(db, colleague, await newProject(db, colleague, { organizationId }), "Theirs");
    await newDraft(db, { ...me, organizationId: null }, await newProject(db, me), "Of my own place");
    expect((await listRecentDrafts(me, db, 10)).map(({ name }) => name)).toEqual(["Shared"]);
  });
});
