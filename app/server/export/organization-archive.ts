/* An organization's data as the entries of a ZIP archive: JSON for programs, Markdown for people. */
import { securityLogLine } from "#core/account/security-event.ts";
import type { ThreadMessage } from "#core/chat/message.ts";
import type { ProjectSummary } from "#core/workspace/project.ts";
import type { Person } from "#core/workspace/policy.ts";
import { listProjectChats } from "../data/chats/chats.ts";
import { getDraftPackage } from "../data/drafts/draft-packages.ts";
import { getDraftAsText } from "../data/drafts/drafts.ts";
import { listDrafts } from "../data/drafts/list-drafts.ts";
import { findFile, listFiles } from "../data/files/files.ts";
import { listInvitations } from "../data/organizations/invitations.ts";
import { getWholeThread } from "../data/chats/messages.ts";
import {
  countUnseenProjects,
  exportedCounts,
  exportedMembers,
  organizationFacts,
} from "../data/organizations/organization-export.ts";
import { listProjects, getProject } from "../data/organizations/projects.ts";
import { listShares } from "../data/organizations/project-shares.ts";
import { listKeptTemplates } from "../data/library/templates.ts";
import { getPseudonyms } from "../data/pseudonyms/own-lists.ts";
import { listCollectionsToArchive } from "../data/discovery/archived-collections.ts";
import { listResearchToArchive } from "../data/research/archived-research.ts";
import { listRunsToArchive, listTriggersToArchive } from "../data/workflows/archived-runs.ts";
import { listReviewsToArchive } from "../data/reviews/archived-reviews.ts";
import { getWholeDraft } from "../data/accounts/own-data.ts";
import { listEvents } from "../data/accounts/security-events.ts";
import { getStyle } from "../data/drafts/writing-styles.ts";
import type { Db } from "../db/database.ts";
import type { FileStore } from "../files/file-store.ts";
import { longWork } from "../long-work/long-work.ts";
import { createArchivedFiles, type ArchivedFiles } from "./archived-files.ts";
import { collectionEntries } from "./archived-collections.ts";
import { researchEntries } from "./archived-research.ts";
import { reviewEntries } from "./archived-reviews.ts";
import { archivedContacts } from "./archived-contacts.ts";
import { workflowRunEntries, workflowTriggerEntry } from "./archived-workflow-runs.ts";
import { archivedTemplates } from "./archived-templates.ts";
import { fileName, type ZipEntry } from "./zip.ts";

type Sources = { db: Db; store: Pick<FileStore, "read"> };

/** `onGaps` is called at the end with the number of files that couldn't be fully included. */
export async function* organizationArchive(
  me: Person,
  { db, store, onGaps }: Sources & { onGaps: (files: number) => Promise<void> },
  at: Date,
): AsyncGenerator<ZipEntry> {
  const files = createArchivedFiles(store);
  const json = (name: string, value: unknown): ZipEntry => ({ name, content: `${JSON.stringify(value, null, 2)}\n`, at });
  yield json("organization.json", { ...(await organizationFacts(me, db)), exportedAt: at.toISOString(), exportedBy: me.email });
  yield json("members.json", await exportedMembers(me, db));
  yield json("invitations.json", await listInvitations(me, db));
  yield json("style.json", await getStyle(me, db, "organization"));
  yield* archivedTemplates(await listKeptTemplates(me, db, "organization"));
  yield* archivedContacts(me, db, "workspace", at);
  yield json("pseudonyms.json", await getPseudonyms(me, db, null));
  yield json("counts.json", await exportedCounts(me, db));
  yield { name: "security-log.csv", content: await securityLog(me, db), at };
  const { own, shared, archived } = await listProjects(me, db);
  for (const project of [...own, ...shared, ...archived]) yield* projectEntries(me, { db, files }, project, json);
  yield files.manifest(at, { projectsOfOthers: await countUnseenProjects(me, db) });
  if (files.leftOut.length > 0) await onGaps(files.leftOut.length);
}

const mostFiles = 10_000;

type Json = (name: string, value: unknown) => ZipEntry;

async function* projectEntries(
  me: Person,
  { db, files }: { db: Db; files: ArchivedFiles },
  summary: ProjectSummary,
  json: Json,
): AsyncGenerator<ZipEntry> {
  const folder = `projects/${fileName(summary.name)} ${summary.id.slice(-6)}`;
  const project = await unlessGone(getProject(me, db, summary.id));
  if (project === null) return;
  const shares = project.isOwner ? await listShares(me, db, project.id) : [];
  const pseudonyms = await unlessGone(getPseudonyms(me, db, { projectId: project.id }));
  yield json(`${folder}/project.json`, { ...project, pseudonyms, sharedWith: shares.map(({ email, role }) => ({ email, role })) });
  for (const { id, name, updatedAt } of await listDrafts(me, db, project.id)) {
    const draft = await unlessGone(getDraftAsText(me, db, id));
    if (draft === null) continue;
    const content = await longWork(me, "draftMarkdown", draft.document);
    const at = new Date(updatedAt);
    yield { name: `${folder}/drafts/${fileName(name)}.md`, content, at };
    const whole = await getWholeDraft(me, db, id);
    if (whole !== null) yield json(`${folder}/drafts/${fileName(name)}.json`, { ...whole, package: undefined });
    const received = await unlessGone(getDraftPackage(me, db, id));
    if (received !== null) yield* files.entries(received, { name: `${folder}/drafts/${fileName(name)}.docx`, at });
  }
  for (const { id, originalName, lastModified } of await listFiles(me, db, {
    projectId: project.id,
    limit: mostFiles,
    withFrozen: true,
  })) {
    const file = await unlessGone(findFile(me, db, id));
    const name = `${folder}/files/${fileName(originalName)}`;
    if (file !== null) yield* files.entries(file, { name, at: new Date(lastModified) });
  }
  for (const one of await listCollectionsToArchive(me, db, project.id))
    yield* collectionEntries(me, db, one, `${folder}/discovery`);
  for (const one of await listResearchToArchive(me, db, project.id)) yield* researchEntries(me, db, one, `${folder}/research`);
  for (const review of await listReviewsToArchive(me, db, project.id)) yield* reviewEntries(me, db, review, `${folder}/reviews`);
  for (const run of await listRunsToArchive(me, db, project.id)) yield* workflowRunEntries(me, db, run, `${folder}/workflow-runs`);
  for (const one of await listTriggersToArchive(me, db, project.id)) yield workflowTriggerEntry(one, `${folder}/workflow-triggers`);
  for (let before: string | undefined, isMore = true; isMore;) {
    const page = await listProjectChats(me, db, project.id, { limit: 100, ...(before !== undefined && { before }) });
    for (const { id } of page.sessions) yield* chatEntries(me, db, folder, id);
    before = page.sessions.at(-1)?.updatedAt;
    isMore = page.hasOlder;
  }
}

async function* chatEntries(me: Person, db: Db, folder: string, chatId: string): AsyncGenerator<ZipEntry> {
  const thread = await unlessGone(getWholeThread(me, db, chatId));
  if (thread === null) return;
  const name = `${folder}/chats/${fileName(thread.chat.title)} ${chatId.slice(-6)}`;
  const at = new Date(thread.chat.updatedAt);
  yield { name: `${name}.md`, content: chatMarkdown(thread.chat.title, thread.messages), at };
  yield { name: `${name}.json`, content: `${JSON.stringify(thread, null, 2)}\n`, at };
}

/** An export takes a while: what was deleted or unshared since it began is left out. */
async function unlessGone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Response && error.status === 404) return null;
    throw error;
  }
}

function chatMarkdown(title: string, messages: readonly ThreadMessage[]): string {
  const said = messages.map(({ role, content }) => `## ${role === "user" ? "Question" : "Answer"}\n\n${content}\n`);
  return [`# ${title}\n`, ...said].join("\n");
}

async function securityLog(me: Person, db: Db): Promise<string> {
  let lines = "";
  for await (const line of securityLogLines(me, db)) lines += line;
  return lines;
}

/** The whole log as table rows, headings first. */
export async function* securityLogLines(me: Person, db: Db): AsyncGenerator<string> {
  yield securityLogLine();
  for (let before: string | null | undefined; before !== null;) {
    const { events, next } = await listEvents(me, db, { limit: 500, ...(before !== undefined && { before }) });
    yield events.map(securityLogLine).join("");
    before = next;
  }
}
