/* Templates of a library: who sees and changes them, versions, deletion, and pages of a long list. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { canChangeTemplate, canSeeTemplate, theServer, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import {
  createTemplate,
  getTemplate,
  listCalled,
  listTemplates,
  listTemplateVersions,
  saveTemplate,
  setTemplateRemoved,
  sweepRemovedTemplates,
} from "./templates.ts";

const fileOf = (name: string, summary = "") =>
  `---\nname: ${name}\njurisdiction: SE\n${summary && `summary: ${summary}\n`}---\n\nWords\n`;
const isAllowed = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  );
const all = {};

async function newMember(
  db: BoundDb,
  organization: Awaited<ReturnType<typeof newOrganization>>,
  role: Person["memberships"][0]["role"],
) {
  const me = await newPerson(db, { memberships: [{ ...organization, role }], organizationId: organization.organizationId });
  await joinOrganization(db, me.userId, organization.organizationId, role);
  return me;
}

eachDatabase((open) => {
  test("who sees and changes a template is what the policy says", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const people = {
      maker: await newMember(db, organization, "member"),
      member: await newMember(db, organization, "member"),
      admin: await newMember(db, organization, "admin"),
      guest: await newMember(db, organization, "guest"),
      stranger: await newPerson(db),
    };
    const id = await createTemplate(people.maker, db, fileOf("Lease"));
    const owned = { userId: null, organizationId: organization.organizationId, madeBy: people.maker.userId };
    for (const [name, me] of Object.entries(people)) {
      expect(await isAllowed(getTemplate(me, db, id)), `${name} differs`).toBe(canSeeTemplate(me, owned));
      expect((await listTemplates(me, db, all)).templates.length, `${name} differs`).toBe(canSeeTemplate(me, owned) ? 1 : 0);
      const { version } = await getTemplate(people.maker, db, id);
      expect(await isAllowed(saveTemplate(me, db, { id, version, source: fileOf("Lease") })), `${name} differs`).toBe(
        canChangeTemplate(me, owned),
      );
      expect(await isAllowed(setTemplateRemoved(me, db, id, false)), `${name} differs`).toBe(canChangeTemplate(me, owned));
      const inPersonal = { ...me, organizationId: null };
      expect((await listTemplates(inPersonal, db, all)).templates, "nothing shows outside its workspace").toEqual([]);
    }
    const answers = Object.values(people).map((me) => [canSeeTemplate(me, owned), canChangeTemplate(me, owned)]);
    expect(answers).toEqual([
      [true, true],
      [true, false],
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect(await isAllowed(createTemplate(people.guest, db, fileOf("Mine")))).toBe(false);
  });

  test("a person's own is theirs alone, and goes with their account; an organization's stays", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const [me, colleague] = [await newMember(db, organization, "member"), await newMember(db, organization, "member")];
    const own = await createTemplate({ ...me, organizationId: null }, db, fileOf("Own"));
    const shared = await createTemplate(me, db, fileOf("Shared"));
    expect(await isAllowed(getTemplate({ ...colleague, organizationId: null }, db, own))).toBe(false);
    await sql`delete from "user" where id = ${me.userId}`.execute(db);
    expect((await sql`select 1 from library_templates where id = ${own}`.execute(db)).rows).toEqual([]);
    expect((await getTemplate(colleague, db, shared)).source).toContain("Shared");
    expect((await listTemplateVersions(colleague, db, shared))[0]!.madeBy).toBeNull();
  });

  test("every save is a version, and none is made on top of one that was not seen", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await createTemplate(me, db, fileOf("One"));
    expect(await saveTemplate(me, db, { id, version: 1, source: fileOf("Two", "second") })).toBe(2);
    const refused = await saveTemplate(me, db, { id, version: 1, source: fileOf("Three") }).catch((error: Response) => error);
    expect(await (refused as Response).json()).toMatchObject({ code: "text-changed", status: 409 });
    const broken = await saveTemplate(me, db, { id, version: 2, source: "no head" }).catch((error: Response) => error);
    expect(((await (broken as Response).json()) as { detail: string }).detail).toBe(
      "Line 1: The file must begin with a line of three dashes, ---.",
    );
    expect((await listTemplates(me, db, all)).templates).toMatchObject([{ name: "Two", summary: "second", jurisdiction: "SE" }]);
    expect((await listTemplateVersions(me, db, id)).map(({ version, source }) => [version, source])).toEqual([
      [2, fileOf("Two", "second")],
      [1, fileOf("One")],
    ]);
  });

  test("a deleted template is gone, can be brought back, and is purged after its time", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await createTemplate(me, db, fileOf("Lease"));
    await setTemplateRemoved(me, db, id, true);
    expect(await isAllowed(getTemplate(me, db, id))).toBe(false);
    expect(await isAllowed(saveTemplate(me, db, { id, version: 1, source: fileOf("Lease") }))).toBe(false);
    expect((await listTemplates(me, db, all)).templates).toEqual([]);
    await setTemplateRemoved(me, db, id, false);
    expect((await getTemplate(me, db, id)).version).toBe(1);
    await setTemplateRemoved(me, db, id, true);
    await sweepRemovedTemplates(theServer, db);
    await setTemplateRemoved(me, db, id, false);
    await sql`update library_templates set removed_at = now() - interval '31 days' where id = ${id}`.execute(db);
    expect(await sweepRemovedTemplates(theServer, db)).toBeGreaterThan(0);
    expect(await isAllowed(setTemplateRemoved(me, db, id, false))).toBe(false);
  });

  test("a long list comes in pages, each template once, and one is found by the words of its name", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    await sql`insert into library_templates (id, user_id, made_by, name, summary, kind, jurisdiction, language, source)
      select gen_random_uuid(), ${me.userId}, ${me.userId}, 'Lease ' || n, case when n % 50 = 0 then 'of a HARBOUR' else '' end,
        'agreement', case when n % 2 = 0 then 'GB' else 'SE' end, 'en', '' from generate_series(1, 500) n`.execute(db);
    const seen: string[] = [];
    for (let before: string | undefined; ;) {
      const page = await listTemplates(me, db, { ...(before !== undefined && { before }) });
      seen.push(...page.templates.map(({ id }) => id));
      if (!page.hasMore) break;
      before = page.templates.at(-1)!.id;
    }
    expect(seen.length).toBe(500);
    expect(new Set(seen).size).toBe(500);
    const called = async (words: string, shelf: "templates" | "clauses" = "templates") =>
      (await listCalled(me, db, shelf, words)).map(({ name }) => name);
    expect(await called("LEASE 100")).toEqual(["Lease 100"]);
    expect([await called("harbour"), await called("%"), await called("LEASE 100", "clauses")]).toEqual([[], [], []]);
    expect((await listTemplates(me, db, { jurisdiction: "NL" })).templates).toEqual([]);
  });
});
