/* After the migration, prompts that were saved beside the composer are in the library, word for word, and seen by the same person. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { fillPrompt, readPrompt } from "#core/templates/prompt-file.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachEngine } from "#test/databases.ts";
import { openEngine } from "./database.ts";
import { silent } from "./log.ts";
import { migrate, readMigrations } from "./migrate.ts";

const name = "2026-12-19-library-prompts.sql";
const texts = [
  "In plain words:",
  '  ## Summarise  it:\n\n- "one"\n- two\\three # four: five\n\n---\n\nand {{#if}} $1 ${{ x }} {{client.name}} \u{1F600}',
  `${"A long first line with many words ".repeat(4)}\nand a second`,
  "\tTabs and\r\nWindows lines",
  "Write to {{client}}",
  "---\nkind: clause\n---",
  "#",
  // Two code units each: an item’s name and summary have so many.
  "\u{1F600}".repeat(300),
];

eachEngine((place) => {
  test("an installation that was used keeps every prompt", async () => {
    const { db, close } = await openEngine(await place());
    const all = readMigrations();
    const from = all.findIndex((migration) => migration.name === name);
    await migrate(db, silent, all.slice(0, from));
    await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values ('ada', 'Ada', 'ada@example.test', true, now(), now())`.execute(db);
    await sql`insert into organization (id, name, slug, "createdAt") values ('firm', 'Firm', 'firm', now())`.execute(db);
    const saved = texts.flatMap((text) => [null, "firm"].map((organizationId) => ({ id: uuidv7(), text, organizationId })));
    for (const { id, text, organizationId } of saved)
      await sql`insert into prompts (id, owner_id, organization_id, text) values (${id}, 'ada', ${organizationId}, ${text})`.execute(
        db,
      );

    await migrate(db, silent, all.slice(0, from + 1));

    for (const { id, text, organizationId } of saved) {
      const { rows } = await sql<Record<"source" | "version_source" | "name" | "user_id" | "organization_id" | "summary", string>>`
        select library_templates.*, library_template_versions.source as version_source from library_templates
        join library_template_versions on template_id = id where id = ${id}`.execute(db);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ user_id: "ada", organization_id: organizationId, version_source: rows[0]!.source });
      const read = readPrompt(rows[0]!.source);
      if ("refusal" in read) throw new Error(`${text}: ${read.refusal}`);
      expect(read.prompt).toMatchObject({
        body: text.trim().replaceAll("\r\n", "\n"),
        name: rows[0]!.name,
        summary: rows[0]!.summary,
      });
      if (read.prompt.fields.length === 0) expect(fillPrompt(read.prompt, {})).toBe(read.prompt.body);
    }
    await close();
  });
});
