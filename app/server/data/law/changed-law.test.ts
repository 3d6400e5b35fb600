/* Law that changed since a draft came to rest on it: found through the answers that its words are from. */
import { expect, test } from "vitest";
import type { Origin } from "#core/authorship/authorship.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { madeAct } from "#test/made-act.ts";
import { newPerson, newProject } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import type { LawAct } from "../../knowledge/law-act.ts";
import { createDraft } from "../drafts/drafts.ts";
import { listChangedLaw } from "./changed-law.ts";
import { saveAct } from "./law.ts";

const actOf = (id: string, version: string, texts: Record<string, string>) =>
  madeAct({ id, jurisdiction: id, title: "Letting Act", version }, texts);

/** An answer that cites these sections as they read in the act, and a draft with its words. */
async function draftWith(
  db: BoundDb,
  me: Person,
  { id, version, sections }: LawAct,
): Promise<{ draftId: string; projectId: string }> {
  const projectId = await newProject(db, me);
  const [chat_id, message_id] = [uuidv7(), uuidv7()];
  await db
    .insertInto("chats")
    .values({ id: chat_id, owner_id: me.userId, organization_id: null, project_id: null, title: "A chat" })
    .execute();
  const sources = sections.map(({ ref, text, label }, at) => ({
    id: ref,
    type: "edgar",
    name: `${label} Letting Act`,
    number: at + 1,
    content: text,
    metadata: { ref, version },
    jurisdiction: id,
  }));
  const message = {
    id: message_id,
    chat_id,
    seq: 1,
    role: "assistant",
    parts: "[]",
    content: "",
    sources: JSON.stringify(sources),
  };
  await db
    .insertInto("messages")
    .values(message as never)
    .execute();
  const document = markdownToDocument("The rent is due on Monday.");
  const origin: Origin = { kind: "proposed", at: "", via: "answer", model: "m", prompt: "p", messageId: message_id };
  const authorship = JSON.stringify({ origins: [origin], runs: [document.content.size, 0] });
  const content = {
    document: JSON.stringify(document.toJSON()),
    content: "The rent is due on Monday.",
    words: 6,
    size: document.content.size,
  };
  return { projectId, draftId: await createDraft(me, db, { projectId, name: "Notice", document: content as never, authorship }) };
}

eachDatabase((open) => {
  test("nothing while it reads the same; then each section, as cited and as it reads now, for those who see both", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = `act-${uuidv7()}`;
    const before = actOf(id, "2025-01-01", { 1: "The rent is due on Monday.", 2: "Pets are allowed.", 3: "The landlord heats." });
    await saveAct(theServer, db, before, "en");
    const { draftId, projectId } = await draftWith(db, me, before);
    const list = (person: Person, draft?: string) =>
      listChangedLaw(person, db, { limit: 6, ...(draft !== undefined && { draftId: draft }) });
    expect(await list(me)).toEqual([]);
    const after = actOf(id, "2026-01-01", { 1: "The rent is due on Friday.", 3: "The landlord heats." });
    await saveAct(theServer, db, after, "en");
    const changed = await list(me);
    expect(changed).toMatchObject([
      {
        draftId,
        projectId,
        draft: "Notice",
        ref: `${id}:1`,
        isRepealed: false,
        cited: { text: "The rent is due on Monday.", version: "2025-01-01" },
        present: { text: "The rent is due on Friday.", version: "2026-01-01" },
      },
      { ref: `${id}:2`, isRepealed: true, cited: { text: "Pets are allowed." }, present: { text: "" } },
    ]);
    expect(await list(me, draftId)).toEqual(changed);
    const reader = await newPerson(db);
    await db
      .insertInto("project_shares")
      .values({ id: uuidv7(), project_id: projectId, email: reader.email, user_id: reader.userId })
      .execute();
    // They see the draft, and not the chat that its words came from.
    expect(await list(reader)).toEqual([]);
    expect(await list(await newPerson(db), draftId)).toEqual([]);
    const limited = await listChangedLaw(me, db, { limit: 1 });
    expect(limited).toEqual(changed.slice(0, 1));
  });
});
