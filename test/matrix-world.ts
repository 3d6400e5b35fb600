/*
 * The world in which test/matrix.ts is asked: eleven kinds of people, created once, and for every request a new
 * organization and everything the request is about, so that no row sees the effects of another.
 */
import { randomUUID } from "node:crypto";
import { finished } from "node:stream/promises";
import { sql } from "kysely";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { withWorkspace, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { shareChat } from "#server/data/chats/chat-shares.ts";
import { writeComment } from "#server/data/drafts/comments.ts";
import { createDraft } from "#server/data/drafts/drafts.ts";
import { addReviewComment } from "#server/data/reviews/cell-activity.ts";
import { changeCells } from "#server/data/reviews/cell-changes.ts";
import { addStep } from "#server/data/research/research-steps.ts";
import { addIssue, codeDocuments } from "#server/data/discovery/coding.ts";
import { storeFamilies } from "#server/data/discovery/collected-documents.ts";
import { createCollection } from "#server/data/discovery/collections.ts";
import { storeDrawn } from "#server/data/discovery/produced-documents.ts";
import { createProduction } from "#server/data/discovery/productions.ts";
import { redactWords } from "#server/data/discovery/redactions.ts";
import { noFields } from "#core/discovery/production.ts";
import { saveSearch } from "#server/data/discovery/saved-searches.ts";
import { searchDocuments } from "#server/data/discovery/search-documents.ts";
import { readBefore } from "#server/files/collecting/collect.ts";
import { createResearch } from "#server/data/research/research.ts";
import { addColumns, addDocuments } from "#server/data/reviews/review-parts.ts";
import { createReview } from "#server/data/reviews/reviews.ts";
import { noContact } from "#core/contacts/contact.ts";
import { checkConflicts } from "#server/data/contacts/conflict-checks.ts";
import { createContact } from "#server/data/contacts/contacts.ts";
import { createTemplate } from "#server/data/library/templates.ts";
import { publishWorkflow } from "#server/data/workflows/published.ts";
import { createTrigger } from "#server/data/workflows/triggers.ts";
import { createRun, endTurn } from "#server/data/workflows/workflow-runs.ts";
import { storeStep } from "#server/data/workflows/workflow-steps.ts";
import type { BoundDb } from "#server/db/database.ts";
import type { Stet } from "#server/stet.ts";
import type { Canaries } from "./canaries.ts";

import { joinOrganization, newOrganization, newPerson, newProject } from "./people.ts";

type Somebody = { userId: string; email: string; cookie: string };
export type People = Record<Exclude<Role, "visitor">, Somebody>;
export const password = "the same words for everybody";

/** The organization of every request: its people by role. */
/** Everyone in it who is no guest. */
const insiders = ["owner", "commenter", "editor", "member", "admin", "head"];
const members = {
  owner: "member",
  viewer: "guest",
  commenter: "member",
  editor: "member",
  guest: "guest",
  member: "member",
  admin: "admin",
  head: "owner",
} as const;

export type World = Awaited<ReturnType<typeof newWorld>>;

export async function newMatrixOrganization(db: BoundDb, people: People): Promise<{ organizationId: string; slug: string }> {
  const { organizationId, slug } = await newOrganization(db);
  const rows = Object.entries(members).map(
    ([role, given]) => sql`(${randomUUID()}, ${organizationId}, ${people[role as keyof typeof members].userId}, ${given}, now())`,
  );
  await sql`insert into member (id, "organizationId", "userId", role, "createdAt") values ${sql.join(rows)}`.execute(db);
  return { organizationId, slug };
}

type Planted = {
  canaries: Canaries;
  /** The owner of what is created. */
  of?: Exclude<Role, "visitor">;
  /** An existing organization to use instead of a new one. */
  organization?: { organizationId: string; slug: string };
};

export async function newWorld(stet: Stet, people: People, place: Place, planted: Planted) {
  const { db } = stet.database;
  const { canaries, of = "owner" } = planted;
  // Only the owner shares: with the viewer, and in the organization as more with two of its members.
  const workers = of === "owner" && place === "organization" ? (["commenter", "editor"] as const) : [];
  const readers = of === "owner" ? ["viewer", ...workers] : [];
  const named = (words: string, field: string, others: readonly string[] = readers) =>
    `${words} ${canaries.word(of, `${field} (${place})`, others)}`;
  let produced = 0;
  const organization = once(async () => {
    if (planted.organization !== undefined) return planted.organization;
    return newMatrixOrganization(db, people);
  });
  const inside = place === "organization" ? await organization() : null;
  const slug = inside?.slug ?? "none";
  const here = inside?.organizationId ?? null;

  const owner = once(async (): Promise<Person> => {
    const me = await stet.actorOf(new Headers({ cookie: people[of].cookie }));
    if (me.kind !== "person") throw new Error("the owner is not signed in");
    return withWorkspace(me, inside?.slug ?? null)!;
  });
  const viewer = async () => (await stet.actorOf(new Headers({ cookie: people.viewer.cookie }))) as Person;

  const sharing = async () => (of === "owner" ? { sharedWith: await viewer() } : {});
  const newSharedProject = async ({ isRemoved = false } = {}) => {
    const id = await newProject(db, await owner(), { organizationId: here, isRemoved, ...(await sharing()) });
    for (const role of workers)
      await sql`insert into project_shares (id, project_id, email, user_id, role)
        values (${uuidv7()}, ${id}, ${people[role].email}, ${people[role].userId}, ${role})`.execute(db);
    return id;
  };
  const project = once(async () => {
    const id = await newSharedProject();
    const instructions = named("Be brief.", "instructions");
    const matter = JSON.stringify({ client: named("Ada", "client") });
    // Those who manage the organization know that it exists.
    const name = named("A project", "project name", place === "own" ? readers : [...readers, "admin", "head"]);
    await sql`update projects set name = ${name}, instructions = ${instructions}, matter = ${matter} where id = ${id}`.execute(db);
    return id;
  });
  const newThread = async (texts: { title: string; asked: string; answered: string }) => {
    const [chat, question, answer, run] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
    const ownerId = (await owner()).userId;
    await sql`insert into chats (id, owner_id, organization_id, project_id, title, last_seq)
      values (${chat}, ${ownerId}, ${here}, ${await project()}, ${texts.title}, 2)`.execute(db);
    const text = (words: string) => JSON.stringify([{ type: "text", text: words }]);
    await sql`insert into messages (id, chat_id, parent_id, seq, role, content, parts) values
      (${question}, ${chat}, null, 1, 'user', ${texts.asked}, ${text(texts.asked)}::jsonb),
      (${answer}, ${chat}, ${question}, 2, 'assistant', ${texts.answered}, ${text(texts.answered)}::jsonb)`.execute(db);
    await sql`insert into runs (id, message_id, chat_id, model, status, process_id, last_seq, row_seq, ended_at)
      values (${run}, ${answer}, ${chat}, 'stet-builtin', 'done', 'a process', 0, 0, now())`.execute(db);
    return { chat, question, answer, run };
  };
  const thread = once(() =>
    newThread({ title: named("A chat", "chat title"), asked: named("Hello", "question"), answered: named("Good day", "answer") }),
  );
  const draft = once(async () =>
    createDraft(await owner(), db, {
      projectId: await project(),
      name: named("A draft", "draft name"),
      document: markdownToDocument(named("Words", "draft text")),
    }),
  );
  /** In an organization, only who made it reads it. */
  const prompt = once(async () => {
    const source = `---\nkind: prompt\nname: ${named("In plain words", "prompt", [])}\n---\n\nIn plain words:`;
    return createTemplate(await owner(), db, source, { isPrivate: place === "organization" });
  });

  const template = once(async () =>
    createTemplate(
      await owner(),
      db,
      // In an organization, its members read it.
      `---\nname: ${named("A template", "template", place === "own" ? [] : insiders)}\n---\n\nWords`,
    ),
  );

  const workflowSource = (name: string) =>
    `---\nkind: workflow\nname: ${name}\n---\n\n## Agree\nDo: person\nAsk: approve\nFor: anyone\n\nAgreed?\n`;
  const workflow = once(async () =>
    createTemplate(await owner(), db, workflowSource(named("A workflow", "workflow", place === "own" ? [] : insiders))),
  );
  const publishedWorkflow = once(async () => {
    const id = await createTemplate(await owner(), db, workflowSource("Published"));
    await publishWorkflow(await owner(), db, id, 1);
    return id;
  });
  const workflowTrigger = once(async () =>
    createTrigger(await owner(), db, {
      projectId: await project(),
      workflowId: await workflow(),
      name: named("A daily run", "workflow trigger"),
      when: { kind: "schedule", schedule: { every: "day", hour: 8 }, timeZone: "Europe/Stockholm" },
      inputs: {},
    }),
  );
  const workflowRun = once(async () => {
    const me = await owner();
    const name = named("A run", "workflow run");
    const given = { projectId: await project(), workflowId: "none", name, version: 1, source: workflowSource(name), inputs: {} };
    const id = await createRun(me, db, { ...given, model: "stet-builtin", isTest: false }, async () => {});
    const question = { ask: "approve" as const, text: "Agreed?", choices: [], proposal: "", isInstead: false };
    const step = { path: "1", place: 1, kind: "person" as const, title: "Agree", state: "waiting" as const, question };
    await storeStep(me, db, { id, turn: 1 }, step);
    await endTurn(me, db, { id, turn: 1 }, "waiting");
    return id;
  });

  const contact = once(async () => {
    const name = named("A company", "contact", place === "own" ? [] : insiders);
    return createContact(await owner(), db, { ...noContact, name });
  });
  // Its managers read an organization's checks.
  const conflictCheck = once(async () => {
    const name = named("A party", "checked party", place === "own" ? [] : ["admin", "head"]);
    return (await checkConflicts(await owner(), db, { parties: [{ name, side: "client" }] })).id;
  });

  const review = once(async () => {
    const [me, projectId] = [await owner(), await project()];
    return createReview(me, db, { projectId, name: named("A review", "review name") });
  });
  const research = once(async () => {
    const [me, projectId] = [await owner(), await project()];
    const asked = { known: "", jurisdictions: [], day: null, withFiles: true, model: null };
    return createResearch(me, db, { ...asked, projectId, question: named("When does it end?", "research question") });
  });
  const collection = once(async () => {
    const [me, projectId] = [await owner(), await project()];
    return createCollection(me, db, { projectId, name: named("Emails", "collection"), prefix: "DOC" });
  });
  const collectedDocument = once(async () => {
    const [me, collectionId, id] = [await owner(), await collection(), uuidv7()];
    await sql`insert into discovery_sources (id, collection_id, batch_id, name) values (${id}, ${collectionId}, ${uuidv7()}, 'Box.mbox')`.execute(
      db,
    );
    const source = {
      id,
      collectionId,
      projectId: await project(),
      fileId: null,
      name: "Box.mbox",
      custodian: "",
      done: 0,
      total: null,
    };
    const text = { kind: "text", size: 1, sha256: "0", pageCount: null, problem: null };
    const member = readBefore({ ...text, name: named("A letter", "collected name"), text: named("Dear", "collected text") });
    await storeFamilies(me, db, source, { families: [[member]], done: 1, total: 1, isDone: true });
    const { documents } = await searchDocuments(me, db, { collectionId, query: "", sort: "number" });
    return documents[0]!.id;
  });
  const reviewColumn = once(async () => {
    const question = named("When does it end?", "review question");
    const column = { label: "End", question, format: "text", choices: [] } as const;
    return (await addColumns(await owner(), db, await review(), [column]))[0]!;
  });

  /** Of somebody who sends no requests. */
  const toolServer = once(async () => {
    const [{ userId }, id] = [await newPerson(db), uuidv7()];
    await sql`insert into tool_servers (id, user_id, name, slug, url, tools)
      values (${id}, ${userId}, 'Tools', 'tools', 'https://tools.example.test/mcp', '[]')`.execute(db);
    return { id, userId };
  });

  return {
    password,
    slug,
    research,
    collection,
    collectedDocument,
    async issue() {
      return addIssue(await owner(), db, await collection(), named("Price", "issue of a collection"));
    },
    async savedSearch() {
      const asked = { name: named("Letters to Bo", "saved search"), query: named("to:bo", "saved query"), sort: "number" } as const;
      return saveSearch(await owner(), db, await collection(), { ...asked, name: `${asked.name} ${uuidv7()}` });
    },
    async coding() {
      const operationId = uuidv7();
      const asked = { operationId, documentIds: [await collectedDocument()], set: ["second-look"], clear: [] };
      await codeDocuments(await owner(), db, await collection(), asked);
      return operationId;
    },
    async redaction() {
      const [operationId, documentId] = [uuidv7(), await collectedDocument()];
      const asked = { operationId, documentId, start: 0, end: 4, reason: "privileged", scope: "here" } as const;
      await redactWords(await owner(), db, await collection(), asked);
      return operationId;
    },
    /** All of it is drawn. */
    async production() {
      const [me, collectionId] = [await owner(), await collection()];
      await collectedDocument();
      // No number is given twice in a project.
      const asked = { name: named("Handed over", "production"), query: "", prefix: "PROD", firstNumber: ++produced, width: 6 };
      const id = await createProduction(me, db, { ...asked, collectionId }, async () => {});
      const drawn = { position: 1, first: 1, pages: 1, fields: noFields, pdf: Buffer.from("%PDF-1.7") };
      await storeDrawn(me, db, { id, done: 0 }, [drawn]);
      return id;
    },
    async researchStep() {
      const question = named("What is a term?", "step of a research");
      return addStep(await owner(), db, await research(), { question, queries: [] });
    },
    toolServerOfAnother: async () => (await toolServer()).id,
    async toolConsentOfAnother() {
      const [{ id: serverId, userId }, id] = [await toolServer(), uuidv7()];
      await sql`insert into tool_consents (id, user_id, server_id, call_id, tool, fingerprint, input, may_last, reveals)
        values (${id}, ${userId}, ${serverId}, 'call', 'look', 'none', '{}', true, false)`.execute(db);
      return id;
    },
    review,
    reviewColumn,
    async reviewDocument() {
      const file = await this.file();
      await sql`insert into file_texts (file_id, text, blocks) values (${file}, 'The rent is due in May.', '[]'::jsonb)`.execute(
        db,
      );
      await addDocuments(await owner(), db, await review(), [file]);
      const { rows } = await sql<{ id: string }>`select id from review_documents where review_id = ${await review()}`.execute(db);
      return rows[0]!.id;
    },
    async reviewComment() {
      const of = { documentId: await this.reviewDocument(), columnId: await reviewColumn() };
      const id = uuidv7();
      await addReviewComment(await owner(), db, await review(), { id, ...of, text: named("Ask them.", "comment in a review") });
      return id;
    },
    async reviewChange() {
      const of = { documentId: await this.reviewDocument(), columnId: await reviewColumn() };
      const answer = named("In May", "answer in a review");
      const operationId = uuidv7();
      await changeCells(await owner(), db, await review(), { operationId, changes: [{ ...of, is: { answer } }] });
      return operationId;
    },
    organizationName: slug,
    project,
    prompt,
    template,
    workflow,
    publishedWorkflow,
    workflowTrigger,
    workflowRun,
    contact,
    conflictCheck,
    draft,
    chat: async () => (await thread()).chat,
    question: async () => (await thread()).question,
    answer: async () => (await thread()).answer,
    run: async () => (await thread()).run,
    /** A member who sends no requests. */
    async colleague() {
      const { userId } = await newPerson(db);
      if (here !== null) await joinOrganization(db, userId, here);
      return userId;
    },
    async removedMember() {
      const { userId } = await newPerson(db);
      if (here !== null)
        await sql`insert into removed_members (id, organization_id, user_id, role, joined_at)
          values (${uuidv7()}, ${here}, ${userId}, 'member', now())`.execute(db);
      return userId;
    },
    /** The head has exported the organization's data, which is required before deleting it. */
    async exported() {
      const { userId, email } = people.head;
      await sql`insert into security_events (id, kind, user_id, name, email, organization_id)
        values (${uuidv7()}, 'organization-exported', ${userId}, 'The head', ${email}, ${here})`.execute(db);
    },
    removedProject: () => newSharedProject({ isRemoved: true }),
    /** The question and its answer, undone as a restore does. */
    async operation() {
      const { chat } = await thread();
      const id = uuidv7();
      await sql`insert into operations (id, chat_id, kind) values (${id}, ${chat}, 'restore')`.execute(db);
      await sql`update messages set removed_by = ${id} where chat_id = ${chat}`.execute(db);
      await sql`update chats set version = 1 where id = ${chat}`.execute(db);
      return id;
    },
    async draftVersion() {
      await sql`update draft_versions set name = ${named("Before", "version name")} where draft_id = ${await draft()}`.execute(db);
      const { rows: found } = await sql<{ id: string }>`select id from draft_versions where draft_id = ${await draft()}`.execute(
        db,
      );
      return found[0]!.id;
    },
    chatShare: async () => (await shareChat(await owner(), db, (await thread()).chat, "day")).share.id,
    /** Anyone with the link may see what it shows. */
    async chatLink() {
      const { chat } = await newThread({ title: "A chat", asked: "Hello", answered: "Good day" });
      return (await shareChat(await owner(), db, chat, "day")).token;
    },
    async file() {
      const [id, key] = [uuidv7(), stet.fileStore.newKey()];
      const { stream, keep } = await stet.fileStore.begin(key);
      const content = named("Some words.", "file content");
      await finished(stream.end(content));
      await keep();
      await sql`insert into files (id, owner_id, organization_id, project_id, key, original_name, kind, content_type, size, sha256, status)
        values (${id}, ${(await owner()).userId}, ${here}, ${await project()}, ${key}, ${`${named("notes", "file name")}.txt`}, 'text', 'text/plain', ${content.length}, 'none', 'ready')`.execute(
        db,
      );
      const page = {
        page: 1,
        turn: 0,
        width: 1,
        height: 1,
        sure: 90,
        lines: [{ words: [[named("Scanned words", "page of a file")]] }],
      };
      await sql`insert into file_pages (file_id, page, content) values (${id}, 1, ${JSON.stringify(page)}::jsonb)`.execute(db);
      return id;
    },
    async import(status = "done") {
      const id = uuidv7();
      const fileName = `${named("export", "import", [])}.zip`;
      await sql`insert into imports (id, owner_id, organization_id, file_name, size, status)
        values (${id}, ${(await owner()).userId}, ${here}, ${fileName}, 1, ${status})`.execute(db);
      return id;
    },
    async job() {
      const [id, data] = [uuidv7(), JSON.stringify({ importId: uuidv7(), fileName: named("export", "job", []) })];
      await sql`insert into jobs (id, kind, owner_id, organization_id, data, state)
        values (${id}, 'import-chats', ${(await owner()).userId}, ${here}, ${data}::jsonb, 'paused')`.execute(db);
      return id;
    },
    async importedChange() {
      const [id, change] = [uuidv7(), JSON.stringify({ original: "Words", replacement: named("Other", "imported change") })];
      await sql`insert into proposed_changes (id, draft_id, block, place, state, patch)
        values (${id}, ${await draft()}, 'imported', 0, 'proposed', ${change}::jsonb)`.execute(db);
      return id;
    },
    comment: async () => {
      const anchor = { quote: "Words", before: "", after: "", start: 0 };
      const written = { draftId: await draft(), comment: { id: uuidv7(), text: named("Why?", "comment"), anchor } };
      return (await writeComment(await owner(), db, written)).thread!.id;
    },
    async apiKey() {
      const id = uuidv7();
      const keyName = canaries.word("head", "API key", ["admin"]);
      const { organizationId } = await organization();
      await sql`insert into api_keys (id, organization_id, created_by, name, prefix, hash, scopes)
        values (${id}, ${organizationId}, ${people.head.userId}, ${`A key ${keyName}`}, ${id}, ${id}, '{}')`.execute(db);
      return id;
    },
    async webhook() {
      const id = uuidv7();
      const { organizationId } = await organization();
      const address = `https://hooks.example.test/${canaries.word("head", "address of a webhook", ["admin"])}`;
      await sql`insert into webhooks (id, organization_id, made_by, url, events, sealed_key)
        values (${id}, ${organizationId}, ${people.head.userId}, ${address}, '{review.ended}', '')`.execute(db);
      return id;
    },
    async webhookDelivery() {
      const id = uuidv7();
      await sql`insert into webhook_deliveries (id, webhook_id, event_id, type, body, state)
        values (${id}, ${await this.webhook()}, ${id}, 'review.ended', '{}', 'given-up')`.execute(db);
      return id;
    },
    /** Of an uninvolved person. */
    async anotherSession() {
      const [id, { userId }] = [randomUUID(), await newPerson(db)];
      await sql`insert into session (id, token, "userId", "expiresAt") values (${id}, ${id}, ${userId}, now() + interval '1 day')`.execute(
        db,
      );
      return id;
    },
    /** Deletes the organization again, or hundreds would accumulate. */
    async end() {
      if (!organization.isMade() || planted.organization !== undefined) return;
      const { organizationId } = await organization();
      const remove = () => sql`delete from organization where id = ${organizationId}`.execute(db);
      // Work that a request leaves in the background may lock rows in another order, and begin again meanwhile.
      for (let attempts = 1; ; attempts++) {
        try {
          await remove();
          return;
        } catch (error) {
          if ((error as { code?: string }).code !== "40P01" || attempts === 10) throw error;
        }
      }
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

export function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  return Object.assign(() => (made ??= make()), { isMade: () => made !== undefined });
}

export type Place = "own" | "organization";

export const roles = [
  "visitor",
  "stranger",
  "viewer",
  "commenter",
  "editor",
  "owner",
  "guest",
  "member",
  "admin",
  "head",
  "outsider",
] as const;

export type Role = (typeof roles)[number];
