/*
 * A person's own data as the entries of a ZIP archive: JSON for programs, Markdown for people, and
 * the files themselves.
 */
import type { Attachment } from "#core/chat/message.ts";
import type { Person } from "#core/workspace/policy.ts";
import { sourceName } from "#core/sources/source.ts";
import {
  eachOwnChat,
  eachOwnDraft,
  eachOwnMessage,
  getOwnAccount,
  getOwnStyle,
  listOwnAnswers,
  listOwnComments,
  listOwnFiles,
  listOwnImports,
  listOwnProjects,
  listOwnSpelling,
  type OwnChat,
  type OwnDraft,
  type OwnMessage,
} from "../data/accounts/own-data.ts";
import type { Db } from "../db/database.ts";
import { listKeptTemplates } from "../data/library/templates.ts";
import { listCollectionsToArchive } from "../data/discovery/archived-collections.ts";
import { listResearchToArchive } from "../data/research/archived-research.ts";
import { listRunsToArchive, listTriggersToArchive } from "../data/workflows/archived-runs.ts";
import { listReviewsToArchive } from "../data/reviews/archived-reviews.ts";
import { bytesOf } from "../files/chat-files.ts";
import type { FileStore } from "../files/file-store.ts";
import { archivedRowEntries } from "./archived-rows.ts";
import { createArchivedFiles } from "./archived-files.ts";
import { collectionEntries } from "./archived-collections.ts";
import { researchEntries } from "./archived-research.ts";
import { reviewEntries } from "./archived-reviews.ts";
import { archivedContacts } from "./archived-contacts.ts";
import { workflowRunEntries, workflowTriggerEntry } from "./archived-workflow-runs.ts";
import { archivedTemplates } from "./archived-templates.ts";
import { fileName, type ZipEntry } from "./zip.ts";

type Sources = { db: Db; store: Pick<FileStore, "read">; onGaps: (files: number) => Promise<void> };

/** `onGaps` is called at the end with the number of files that couldn't be fully included. */
export async function* ownArchive(me: Person, { db, store, onGaps }: Sources, at: Date): AsyncGenerator<ZipEntry> {
  const files = createArchivedFiles(store);
  const content = { files: new Map<string, string>(), packages: new Map<string, string>() };
  yield { name: "README.md", content: readme(me), at };
  yield json("account.json", await getOwnAccount(me, db), at);
  yield* archivedTemplates(await listKeptTemplates(me, db, "person"));
  yield* archivedContacts(me, db, "person", at);
  yield json("dictionary.json", dictionaryOf(await listOwnSpelling(me, db)), at);
  yield json("style.json", await getOwnStyle(me, db), at);
  yield json("comments.json", await listOwnComments(me, db), at);
  yield json("imports.json", await listOwnImports(me, db), at);
  yield json("review-answers.json", await listOwnAnswers(me, db), at);
  const projects = await listOwnProjects(me, db);
  const folder = placeFolder(me);
  for (const project of projects) yield json(`${folder(project)}/projects/${nameOf(project.name, project.id)}.json`, project, at);
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  for await (const draft of eachOwnDraft(me, db)) {
    const name = `${folder(draft)}/drafts/${nameOf(draft.name, draft.id)}`;
    yield* draftEntries(name, draft, names.get(draft.projectId) ?? "");
    if (draft.package) {
      const onNamed = (given: string) => void content.packages.set(draft.id, given);
      yield* files.entries(draft.package, { name: `${name}.docx`, at: new Date(draft.createdAt), onNamed });
    }
  }
  for (const one of await listCollectionsToArchive(me, db)) yield* collectionEntries(me, db, one, `${folder(one)}/discovery`);
  for (const one of await listResearchToArchive(me, db)) yield* researchEntries(me, db, one, `${folder(one)}/research`);
  for (const review of await listReviewsToArchive(me, db)) yield* reviewEntries(me, db, review, `${folder(review)}/reviews`);
  for (const run of await listRunsToArchive(me, db)) yield* workflowRunEntries(me, db, run, `${folder(run)}/workflow-runs`);
  for (const one of await listTriggersToArchive(me, db)) yield workflowTriggerEntry(one, `${folder(one)}/workflow-triggers`);
  for (const file of await listOwnFiles(me, db)) {
    // The storage key is internal.
    const { key: _, ...rest } = file;
    const name = `${folder(file)}/files/${fileName(`${file.id.slice(-6)} ${file.name}`)}`;
    yield json(`${name}.json`, rest, at);
    const onNamed = (given: string) => void content.files.set(file.id, given);
    yield* files.entries(file, { name, at: new Date(file.createdAt), onNamed });
  }
  for await (const chat of eachOwnChat(me, db))
    yield* chatEntries(me, db, `${folder(chat)}/chats/${nameOf(chat.title, chat.id)}`, chat);
  yield* archivedRowEntries(me, db, content, at);
  yield files.manifest(at);
  if (files.leftOut.length > 0) await onGaps(files.leftOut.length);
}

function dictionaryOf(entries: Awaited<ReturnType<typeof listOwnSpelling>>) {
  return {
    words: entries.flatMap(({ draftId, entry, ...rest }) => (draftId === null ? [{ word: entry, ...rest }] : [])),
    ignored: entries.flatMap(({ entry, ...rest }) => (rest.draftId === null ? [] : [{ finding: entry, ...rest }])),
  };
}

/** The end of the id keeps equal names apart. */
function nameOf(text: string, id: string): string {
  return `${fileName(text)} ${id.slice(-6)}`;
}

function placeFolder(me: Person) {
  const slugs = new Map(me.memberships.map(({ organizationId, slug }) => [organizationId, slug]));
  return ({ organizationId }: { organizationId: string | null }) =>
    organizationId === null ? "own" : `organizations/${slugs.get(organizationId)}`;
}

function* draftEntries(name: string, draft: OwnDraft, project: string): Generator<ZipEntry> {
  const at = new Date(draft.updatedAt);
  const { package: received, ...rest } = draft;
  yield json(`${name}.json`, { ...rest, project, ...(received && { receivedAs: received.name }) }, at);
  yield { name: `${name}.md`, content: draft.content, at };
}

async function* chatEntries(me: Person, db: Db, folder: string, chat: OwnChat): AsyncGenerator<ZipEntry> {
  const at = new Date(chat.updatedAt);
  const messages: OwnMessage[] = [];
  let files = 0;
  for await (const message of eachOwnMessage(me, db, chat.id)) {
    const attachments: Attachment[] = [];
    for (const attachment of message.attachments ?? []) {
      const content = bytesOf(attachment.url);
      const url = content === null ? attachment.url : `files/${fileName(`${++files} ${attachment.name}`)}`;
      if (content !== null) yield { name: `${folder}/${url}`, content, at };
      attachments.push({ ...attachment, url });
    }
    messages.push({ ...message, attachments });
  }
  yield json(`${folder}/chat.json`, { ...chat, messages }, at);
  yield { name: `${folder}/chat.md`, content: chatMarkdown(chat, messages), at };
}

/** A chat's visible content as Markdown. */
function chatMarkdown({ title, createdAt }: OwnChat, messages: readonly OwnMessage[]): string {
  const shown = messages.filter((message) => message.isShown).map(messageMarkdown);
  return `# ${oneLine(title)}\n\nBegun ${createdAt}.\n\n${shown.join("\n\n")}\n`;
}

function messageMarkdown({ role, createdAt, content, attachments, sources, model }: OwnMessage): string {
  const who = role === "user" ? "You" : `Stet${model === null ? "" : ` (${model})`}`;
  const files = (attachments ?? []).map(({ name, url }) =>
    url.startsWith("files/") ? `- [${oneLine(name)}](<${url}>)` : `- ${oneLine(name)}`,
  );
  const cited = (sources ?? []).map((source) => `${source.number ?? "-"}. ${oneLine(sourceName(source))}`);
  const parts = [`## ${who}, ${createdAt}`, content, files.join("\n"), cited.length > 0 ? `Sources:\n\n${cited.join("\n")}` : ""];
  return parts.filter((part) => part !== "").join("\n\n");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function json(name: string, value: unknown, at: Date): ZipEntry {
  return { name, content: `${JSON.stringify(value, null, 2)}\n`, at };
}

function readme({ name, email }: Person): string {
  return `# Everything of ${oneLine(name)} at Stet

Fetched for ${email}.

- \`account.json\`: the account, where it is signed in, and its log.
- \`library/\` holds what is in the library of your personal workspace, and the prompts that only you see in an organization, as files that can be imported again.
- \`contacts.json\` and \`contacts.csv\` hold the contacts of your personal workspace, \`conflict-checks.json\` what was found before its matters were opened.
- \`dictionary.json\` holds what you have taught the spell checker.
- \`style.json\` holds how you write: what was measured in your samples, and its description.
- \`comments.json\` holds the comments you wrote, on others' drafts too.
- \`review-answers.json\` holds what you verified or corrected in the reviews of others.
- \`imports.json\` lists the exports of other products that you imported.
- \`own/\` is what was made in one's own place, \`organizations/{slug}/\` what was made in an organization.
- \`chats/{title}/chat.json\` holds every message of a chat, earlier versions too (\`isShown\` is false); \`chat.md\` is what is shown; \`files/\` what was sent inside it.
- \`files/\` holds what was uploaded, each with its facts as JSON.
- \`projects/{name}.json\` holds a project's matter, its instructions and whom it is shared with.
- \`discovery/{name}/\` is a collection of documents: \`collection.json\` the files it was read out of, \`documents.json\` every document with its number, hash, people, thread, duplicates and codes, \`coding.json\` who coded what, \`redactions.json\` who redacted which characters, and \`productions/\` what was handed over. Their texts are in those files. A long one continues in \`documents 2.json\`.
- \`research/{question}/\` is a research: \`research.json\` its question, plan, answers, authorities and runs with every sentence of their memos, \`sources.json\` what was read, as it read, and \`searches.json\` the log. The memos themselves are drafts.
- \`reviews/{name}/\` is a review: \`review.json\` its questions and runs, \`rows.json\` its documents with every answer, the words it stands on and what people verified, \`changes.json\` who changed what, and \`table.csv\` the table. A long one continues in \`rows 2.json\`.
- \`workflow-runs/{name}.json\` is a run of a workflow: its text, what it was given, and every step with its sources.
- \`workflow-triggers/{name}.json\` says when a workflow runs by itself, with what, and what it has started.
- \`rows/\` holds all of this once more, for another installation of Stet: under Import it brings it back, with every version, branch and date.
- \`left-out.json\` names files that could not be read or are damaged; an empty list means that nothing is missing.
- \`drafts/{name}.md\` is a draft as it stands, \`{name}.json\` the same with every version and all comments, and \`{name}.docx\` the Word file that it was made from.

Times are UTC. What others have shared is theirs, and not here.
`;
}
