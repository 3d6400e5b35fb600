/* After the migration, all changes are in the one table, with every decision preserved. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachEngine } from "#test/databases.ts";
import { openEngine } from "./database.ts";
import { silent } from "./log.ts";
import { migrate, readMigrations } from "./migrate.ts";

const name = "2026-11-24-proposed-changes.sql";

eachEngine((place) => {
  test("an installation that was used keeps every decision", async () => {
    const { db, close } = await openEngine(await place());
    const all = readMigrations();
    const from = all.findIndex((migration) => migration.name === name);
    await migrate(db, silent, all.slice(0, from));
    const [project, draft, answer] = [uuidv7(), uuidv7(), uuidv7()];
    const undo = JSON.stringify({ original: "one", replacement: "two" });
    const patch = JSON.stringify({ original: "rent", replacement: "fee", author: "Grace" });
    await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values ('ada', 'Ada', 'ada@example.test', true, now(), now())`.execute(db);
    await sql`insert into projects (id, owner_id, name) values (${project}, 'ada', 'House')`.execute(db);
    await sql`insert into drafts (id, project_id, owner_id, name, document, content)
      values (${draft}, ${project}, 'ada', 'Lease', '{"type":"doc"}', 'x')`.execute(db);
    for (const [at, state] of ["applied", "rejected", "reverted"].entries())
      await sql`insert into draft_changes (id, draft_id, message_id, block, place, state, change, made_by)
        values (${uuidv7()}, ${draft}, ${answer}, 'patch', ${at}, ${state}, ${undo}::jsonb, 'ada')`.execute(db);
    for (const [at, decision] of ["accepted", "rejected", null].entries())
      await sql`insert into imported_changes (id, draft_id, place, change, decision, decided_at)
        values (${uuidv7()}, ${draft}, ${at}, ${patch}::jsonb, ${decision}, ${decision && "2026-11-20T12:00:00Z"})`.execute(db);

    await migrate(db, silent, all.slice(0, from + 1));

    const { rows } = await sql<object>`select block, message_id, place, state, coalesce(patch, change) as content, made_by
      from proposed_changes where draft_id = ${draft} order by block desc, place`.execute(db);
    const made = { block: "patch", message_id: answer, content: JSON.parse(undo) as object, made_by: "ada" };
    const imported = { block: "imported", message_id: null, content: JSON.parse(patch) as object, made_by: null };
    expect(rows).toEqual([
      { ...made, place: 0, state: "applied" },
      { ...made, place: 1, state: "rejected" },
      { ...made, place: 2, state: "reverted" },
      { ...imported, place: 0, state: "applied" },
      { ...imported, place: 1, state: "rejected" },
      { ...imported, place: 2, state: "proposed" },
    ]);
    await close();
  });
});
