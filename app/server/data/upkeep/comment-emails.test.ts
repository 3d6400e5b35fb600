import { sql } from "kysely";
import { expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { onPostgres } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import { openDatabase } from "../../db/database.ts";
import { takeCommentNews } from "./comment-emails.ts";
import { createDraft } from "../drafts/drafts.ts";

const server = { kind: "server" } as const;

onPostgres((place) => {
  test("an email is not taken while its draft is being deleted, so that neither waits for the other", async () => {
    const where = await place();
    const [{ db, close }, sending] = [await openDatabase(where), await openDatabase(where)];
    const me = await newPerson(db);
    const projectId = await newProject(db, me);
    const draftId = await createDraft(me, db, { projectId, name: "Lease", document: markdownToDocument("Rent.") });
    const comment = uuidv7();
    await sql`insert into comments (id, draft_id, author_id, text, anchor)
      values (${comment}, ${draftId}, ${me.userId}, 'Why?', ${JSON.stringify({ about: "Rent." })}::jsonb)`.execute(db);
    await sql`insert into comment_notices (recipient_id, draft_id, comment_id) values (${me.userId}, ${draftId}, ${comment})`.execute(
      db,
    );
    await sql`insert into comment_letters (recipient_id, draft_id, due_at) values (${me.userId}, ${draftId}, now())`.execute(db);

    await db.transaction().execute(async (trx) => {
      // In the order in which the database cascades the deletion of the draft.
      await sql`select id from drafts where id = ${draftId} for update`.execute(trx);
      await sql`delete from comment_notices where draft_id = ${draftId}`.execute(trx);
      expect(await takeCommentNews(server, sending.db)).toBeUndefined();
      await sql`delete from comment_letters where draft_id = ${draftId}`.execute(trx);
      await sql`delete from drafts where id = ${draftId}`.execute(trx);
    });
    expect(await takeCommentNews(server, db)).toBeUndefined();
    await Promise.all([close(), sending.close()]);
  });
});
