import { sql } from "kysely";
import { expect, test } from "vitest";
import { eachDatabase } from "#test/databases.ts";
import { newOrganization, newPerson, newProject } from "#test/people.ts";
import { countStored } from "./stored.ts";

eachDatabase((openDb) => {
  test("an administrator sees the sums of everyone's, and others nothing", async () => {
    const { db } = await openDb();
    const me = { ...(await newPerson(db)), isAdministrator: true };
    const before = await countStored(me, db);
    const other = await newPerson(db);
    await newOrganization(db);
    const projectId = await newProject(db, other);
    for (const size of [1000, 234])
      await sql`insert into files (id, owner_id, project_id, key, original_name, kind, content_type, size, sha256, status)
        values (gen_random_uuid(), ${other.userId}, ${projectId}, ${`key-${size}`}, 'a.txt', 'text', 'text/plain', ${size}, ${"0".repeat(64)}, 'ready')`.execute(
        db,
      );
    const { databaseBytes, ...after } = await countStored(me, db);
    expect(after).toEqual({
      people: before.people + 1,
      organizations: before.organizations + 1,
      chats: before.chats,
      drafts: before.drafts,
      files: before.files + 2,
      fileBytes: before.fileBytes + 1234,
    });
    expect(databaseBytes).toBeGreaterThan(1_000_000);
    for (const stranger of [other, { ...me, scopes: [] }, { kind: "visitor" as const }])
      await expect(countStored(stranger, db)).rejects.toMatchObject({ status: 404 });
  });
});
