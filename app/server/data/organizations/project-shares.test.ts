/* Sharing: who may share, with whom, and what the owner learns about them. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import type { Db } from "../../db/database.ts";
import { acceptShare, listShares, shareProject } from "./project-shares.ts";
import { getProject } from "./projects.ts";

const share = (me: Person, db: Db, projectId: string, emails: string[], removeUsers: string[] = []) =>
  shareProject(me, db, { projectId, emails, removeUsers });
const sees = (me: Person, db: Db, id: string) =>
  getProject(me, db, id).then(
    () => true,
    () => false,
  );
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    async (answer: Response) => (await answer.json()) as { code: string; status: number; detail?: string },
  );

eachDatabase((open) => {
  test("added by address, in whatever letters; seen; removed; gone", async () => {
    const { db } = await open();
    const [me, viewer] = [await newPerson(db), await newPerson(db)];
    const id = await newProject(db, me);
    expect(await sees(viewer, db, id)).toBe(false);
    expect(await share(me, db, id, [` ${viewer.email.toUpperCase()} `, viewer.email, me.email])).toMatchObject({
      added: [viewer.email],
    });
    expect(await share(me, db, id, [viewer.email])).toMatchObject({ added: [] });
    expect(await sees(viewer, db, id)).toBe(true);
    const [listed, ...others] = await listShares(me, db, id);
    expect([listed, others]).toMatchObject([{ email: viewer.email, role: "viewer" }, []]);
    expect(await share(me, db, id, [], [listed!.id])).toMatchObject({ removed: [viewer.email] });
    expect(await sees(viewer, db, id)).toBe(false);
    expect(await listShares(me, db, id)).toEqual([]);
  });

  test("a name is shown only once its owner has opened the project, and the share then is theirs under any address", async () => {
    const { db } = await open();
    const [me, viewer] = [await newPerson(db), await newPerson(db)];
    const id = await newProject(db, me);
    const nobody = "nobody-yet@example.test";
    await share(me, db, id, [viewer.email, nobody]);
    expect((await listShares(me, db, id)).map(({ name, userId }) => [name, userId])).toEqual([
      [viewer.email, null],
      [nobody, null],
    ]);
    await acceptShare({ ...viewer, isVerified: false }, db, id);
    expect((await listShares(me, db, id))[0]!.userId).toBeNull();
    await acceptShare(viewer, db, id);
    expect((await listShares(me, db, id))[0]).toMatchObject({ name: viewer.name, userId: viewer.userId });
    await sql`update "user" set email = ${`new-${viewer.email}`} where id = ${viewer.userId}`.execute(db);
    const moved = { ...viewer, email: `new-${viewer.email}` };
    expect(await sees(moved, db, id)).toBe(true);
    expect(await share(me, db, id, [moved.email])).toMatchObject({ added: [] });
  });

  test("an organization's project with its members only, guests included, and their names are known", async () => {
    const { db } = await open();
    const organization = { ...(await newOrganization(db)), name: "Firm" };
    const placed = { organizationId: organization.organizationId, memberships: [organization] };
    const [me, guest] = [await newPerson(db, placed), await newPerson(db, placed)];
    await joinOrganization(db, me.userId, organization.organizationId);
    await joinOrganization(db, guest.userId, organization.organizationId, "guest");
    const outsider = await newPerson(db);
    const id = await newProject(db, me, { organizationId: organization.organizationId });
    expect(await refusal(share(me, db, id, [guest.email, outsider.email]))).toMatchObject({
      code: "share-refused",
      detail: expect.stringContaining(`${outsider.email} is not a member of Firm`),
    });
    expect(await listShares(me, db, id)).toEqual([]);
    await share(me, db, id, [guest.email]);
    expect(await listShares(me, db, id)).toMatchObject([{ name: guest.name, userId: guest.userId }]);
    expect(await sees(guest, db, id)).toBe(true);
    expect(await sees({ ...guest, memberships: [], organizationId: null }, db, id)).toBe(false);
  });

  test("only its owner shares it, and nothing happens otherwise", async () => {
    const { db } = await open();
    const [me, viewer, stranger] = [await newPerson(db), await newPerson(db), await newPerson(db)];
    const id = await newProject(db, me, { sharedWith: viewer });
    const before = await listShares(me, db, id);
    for (const [who, code] of [[viewer, "cannot-share-project"] as const, [stranger, "not-found"] as const]) {
      expect(await refusal(share(who, db, id, [stranger.email], [viewer.userId]))).toMatchObject({ code });
      expect(await refusal(listShares(who, db, id))).toMatchObject({ code });
    }
    expect(await listShares(me, db, id)).toEqual(before);
  });

  test("what is no address is refused by name, and so is sharing from an address that is not proven", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await newProject(db, me);
    expect(await refusal(share(me, db, id, ["a@example.test", "b@example.test,c@example.test"]))).toMatchObject({
      code: "share-refused",
      detail: expect.stringContaining("b@example.test,c@example.test"),
    });
    expect(await refusal(share({ ...me, isVerified: false }, db, id, ["a@example.test"]))).toMatchObject({ code: "share-refused" });
    expect(await listShares(me, db, id)).toEqual([]);
  });
});
