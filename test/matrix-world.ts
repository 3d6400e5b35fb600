/*
 * The world in which test/matrix.ts is asked: nine kinds of people, made once,
 * and for every request a new organization and whatever the request is about,
 * so that no row sees what another has done.
 */
import { randomUUID } from "node:crypto";
import { finished } from "node:stream/promises";
import { sql } from "kysely";
import { markdownToDocument } from "#core/markdown-to-document.ts";
import { placedIn, type Person } from "#core/policy.ts";
import { uuidv7 } from "#core/uuid.ts";
import { shareChat } from "#server/data/chat-shares.ts";
import { keepPrompt, listPrompts } from "#server/data/prompts.ts";
import { writeComment } from "#server/data/comments.ts";
import { createDraft } from "#server/data/drafts.ts";
import type { Stet } from "#server/stet.ts";
import type { Place, Role } from "./matrix.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "./people.ts";

type Somebody = { userId: string; email: string; cookie: string };
export type People = Record<Exclude<Role, "visitor">, Somebody>;
export const password = "the same words for everybody";

/** The organization of every request: its people by role. */
const members = { owner: "member", viewer: "guest", guest: "guest", member: "member", admin: "admin", head: "owner" } as const;

export type World = Awaited<ReturnType<typeof newWorld>>;

export async function newWorld(stet: Stet, people: People, place: Place) {
  const { db } = stet;
  const organization = once(async () => {
    const { organizationId, slug } = await newOrganization(db);
    const rows = Object.entries(members).map(
      ([role, given]) => sql`(${randomUUID()}, ${organizationId}, ${people[role as keyof typeof members].userId}, ${given}, now())`,
    );
    await sql`insert into member (id, "organizationId", "userId", role, "createdAt") values ${sql.join(rows)}`.execute(db);
    return { organizationId, slug };
  });
  const inside = place === "organization" ? await organization() : null;
  const slug = inside?.slug ?? "none";
  const here = inside?.organizationId ?? null;

  const owner = once(async (): Promise<Person> => {
    const me = await stet.actorOf(new Headers({ cookie: people.owner.cookie }));
    if (me.kind !== "person") throw new Error("the owner is not signed in");
    return placedIn(me, inside?.slug ?? null)!;
  });
  const viewer = async () => (await stet.actorOf(new Headers({ cookie: people.viewer.cookie }))) as Person;

  const project = once(async () => newProject(db, await owner(), { organizationId: here, sharedWith: await viewer() }));
  const thread = once(async () => {
    const [chat, question, answer, run] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
    const ownerId = (await owner()).userId;
    await sql`insert into chats (id, owner_id, organization_id, project_id, title, last_seq)
      values (${chat}, ${ownerId}, ${here}, ${await project()}, 'A chat', 2)`.execute(db);
    const text = (words: string) => JSON.stringify([{ type: "text", text: words }]);
    await sql`insert into messages (id, chat_id, parent_id, seq, role, content, parts) values
      (${question}, ${chat}, null, 1, 'user', 'Hello', ${text("Hello")}::jsonb),
      (${answer}, ${chat}, ${question}, 2, 'assistant', 'Good day', ${text("Good day")}::jsonb)`.execute(db);
    await sql`insert into runs (id, message_id, chat_id, model, status, process_id, last_seq, row_seq, ended_at)
      values (${run}, ${answer}, ${chat}, 'stet-builtin', 'done', 'a process', 0, 0, now())`.execute(db);
    return { chat, question, answer, run };
  });
  const draft = once(async () =>
    createDraft(await owner(), db, { projectId: await project(), name: "A draft", document: markdownToDocument("Words") }),
  );
  const prompt = once(
    async () => (
      await keepPrompt(await owner(), db, `In plain words (${uuidv7()}):`),
      (await listPrompts(await owner(), db))[0]!.id
    ),
  );

  return {
    password,
    slug,
    organizationName: slug,
    project,
    prompt,
    draft,
    chat: async () => (await thread()).chat,
    question: async () => (await thread()).question,
    answer: async () => (await thread()).answer,
    run: async () => (await thread()).run,
    /** A member who asks nothing. */
    async colleague() {
      const { userId } = await newPerson(db);
      if (here !== null) await joinOrganization(db, userId, here);
      return userId;
    },
    /** The head has fetched the organization's data, as whoever deletes it must have. */
    async exported() {
      const { userId, email } = people.head;
      await sql`insert into security_events (id, kind, user_id, name, email, organization_id)
        values (${uuidv7()}, 'organization-exported', ${userId}, 'The head', ${email}, ${here})`.execute(db);
    },
    removedProject: async () =>
      newProject(db, await owner(), { organizationId: here, isRemoved: true, sharedWith: await viewer() }),
    /** The question and its answer, taken back as a restore does. */
    async operation() {
      const { chat } = await thread();
      const id = uuidv7();
      await sql`insert into operations (id, chat_id, kind) values (${id}, ${chat}, 'restore')`.execute(db);
      await sql`update messages set removed_by = ${id} where chat_id = ${chat}`.execute(db);
      await sql`update chats set version = 1 where id = ${chat}`.execute(db);
      return id;
    },
    async draftVersion() {
      const { rows: found } = await sql<{ id: string }>`select id from draft_versions where draft_id = ${await draft()}`.execute(
        db,
      );
      return found[0]!.id;
    },
    chatShare: async () => (await shareChat(await owner(), db, (await thread()).chat, "day")).share.id,
    chatLink: async () => (await shareChat(await owner(), db, (await thread()).chat, "day")).token,
    async file() {
      const [id, key] = [uuidv7(), stet.fileStore.newKey()];
      const { stream, keep } = await stet.fileStore.begin(key);
      await finished(stream.end("Some words."));
      await keep();
      await sql`insert into files (id, owner_id, organization_id, project_id, key, original_name, kind, content_type, size, sha256, status)
        values (${id}, ${(await owner()).userId}, ${here}, ${await project()}, ${key}, 'notes.txt', 'text', 'text/plain', 11, 'none', 'ready')`.execute(
        db,
      );
      return id;
    },
    async importedChange() {
      const [id, change] = [uuidv7(), JSON.stringify({ original: "Words", replacement: "Other words" })];
      await sql`insert into imported_changes (id, draft_id, place, change) values (${id}, ${await draft()}, 0, ${change}::jsonb)`.execute(
        db,
      );
      return id;
    },
    comment: async () => {
      const anchor = { quote: "Words", before: "", after: "", start: 0 };
      const written = { draftId: await draft(), comment: { id: uuidv7(), text: "Why?", anchor } };
      return (await writeComment(await owner(), db, written)).thread!.id;
    },
    async apiKey() {
      const id = uuidv7();
      const { organizationId } = await organization();
      await sql`insert into api_keys (id, organization_id, created_by, name, prefix, hash, scopes)
        values (${id}, ${organizationId}, ${people.head.userId}, 'A key', ${id}, ${id}, '{}')`.execute(db);
      return id;
    },
    /** Of somebody who has no part in this. */
    async anotherSession() {
      const [id, { userId }] = [randomUUID(), await newPerson(db)];
      await sql`insert into session (id, token, "userId", "expiresAt") values (${id}, ${id}, ${userId}, now() + interval '1 day')`.execute(
        db,
      );
      return id;
    },
    /** Takes the organization away again: nobody is to collect hundreds of them. */
    async end() {
      if (organization.isMade())
        await sql`delete from organization where id = ${(await organization()).organizationId}`.execute(db);
    },
    async invitation(to?: Exclude<Role, "visitor">) {
      const { organizationId } = await organization();
      const id = randomUUID();
      const email = to === undefined ? `${id}@example.test` : people[to].email;
      await sql`insert into invitation (id, "organizationId", email, role, status, "expiresAt", "inviterId")
        values (${id}, ${organizationId}, ${email}, 'guest', 'pending', now() + interval '1 day', ${people.head.userId})`.execute(
        db,
      );
      return id;
    },
  };
}

function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  return Object.assign(() => (made ??= make()), { isMade: () => made !== undefined });
}
