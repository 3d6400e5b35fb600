/*
 * Writes documents as drafts. Where each goes is planned before the first is written, because they link to each other:
 * a draft's id follows from the import and the document, so that a repeated attempt makes the same one.
 */
import { createHash } from "node:crypto";
import { folderTitle } from "#core/import/archive-paths.ts";
import { limitSentence } from "#core/account/plans.ts";
import { draftNameMax } from "#core/document/draft.ts";
import { imageTypes } from "#core/document/document-image.ts";
import { addLeftOut, type ImportResult } from "#core/import/import-state.ts";
import type { DocumentHead, ImportedDocument } from "#core/import/imported-document.ts";
import { addParts } from "#core/import/imported-chat.ts";
import { documentUrl, fileName } from "#core/sources/stored-file.ts";
import { workspacePath } from "#core/workspace/place.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem, type Problem } from "#core/workspace/problem.ts";
import {
  AlreadyImported,
  createImportedDraft,
  draftsLeft,
  knownDrafts,
  projectOfFolder,
  type KnownDraft,
} from "../data/drafts/imported-drafts.ts";
import type { NewDraft } from "../data/drafts/drafts.ts";
import { unfiledProject } from "../data/drafts/unfiled-drafts.ts";
import type { Db } from "../db/database.ts";
import type { Extraction } from "../files/extraction.ts";
import { draftOfFile } from "../files/draft-of-file.ts";
import type { FileStore } from "../files/file-store.ts";
import { keepBytes } from "../files/keep-bytes.ts";
import { Unreadable } from "../files/unreadable.ts";
import { longWork } from "../long-work/long-work.ts";
import type { ExportReader } from "./export-reader.ts";

type Services = { db: Db; store: FileStore; extraction: Extraction; largestFile: number; url: string };
type Planned = KnownDraft & { isNew: boolean; name: string };
/** By path. Documents that the plan has no room for are missing. */
export type DocumentPlan = ReadonlyMap<string, Planned>;

type ToPlan = { importId: string; archive: string; heads: readonly DocumentHead[] };
const keysAtOnce = 1_000;

export async function planDocuments({ db }: Services, me: Person, { importId, archive, heads }: ToPlan): Promise<DocumentPlan> {
  const known = new Map<string, KnownDraft>();
  for (let at = 0; at < heads.length; at += keysAtOnce) {
    const keys = heads.slice(at, at + keysAtOnce).map(({ key }) => key);
    for (const [key, draft] of await knownDrafts(me, db, keys)) known.set(key, draft);
  }
  const folders = new Map<string, Folder>();
  const plan = new Map<string, Planned>();
  let left = (await draftsLeft(me, db)) ?? Infinity;
  for (const { path, key, folder, title } of heads) {
    const draft = known.get(key);
    if (draft !== undefined) plan.set(path, { ...draft, isNew: false, name: title });
    else if (left-- > 0) {
      const into = folders.get(folder) ?? (await folderAsProject(me, db, { importId, archive, folder }));
      folders.set(folder, into);
      const name = into.isProject ? title : `${into.name} / ${title}`.slice(0, draftNameMax);
      plan.set(path, { draftId: idFor(importId, key), projectId: into.projectId, importId, isNew: true, name });
    }
  }
  return plan;
}

type Folder = { projectId: string; name: string; isProject: boolean };
const projectNameMax = 120;

/** If the plan allows no more projects, its documents go to the drafts without one, and their names say the folder. */
async function folderAsProject(
  me: Person,
  db: Db,
  { importId, archive, folder }: { importId: string; archive: string; folder: string },
): Promise<Folder> {
  const title = folderTitle(folder) ?? archive.replace(/\.[^.]{1,8}$/, "").trim();
  const name = title.slice(0, projectNameMax) || "Imported";
  try {
    const projectId = await projectOfFolder(me, db, { importId, folder: folder === "" ? archive : folder, name });
    return { projectId, name, isProject: true };
  } catch (refusal) {
    if ((await problemIn(refusal))?.code !== "plan-used-up") throw refusal;
    return { projectId: await unfiledProject(me, db), name, isProject: false };
  }
}

/** A version 8 id (RFC 9562) with the time of the import. */
function idFor(importId: string, key: string): string {
  const hash = createHash("sha256").update(`${importId} ${key}`).digest("hex");
  return `${importId.slice(0, 13)}-8${hash.slice(0, 3)}-a${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

type Given = {
  importId: string;
  /** The name of the file they came in. */
  archive: string;
  reader: Pick<ExportReader, "file">;
  plan: DocumentPlan;
  documents: readonly ImportedDocument[];
  result: ImportResult;
  /** The projects that something was written to. */
  projects: Set<string>;
};

export async function writeDocuments(services: Services, me: Person, given: Given): Promise<void> {
  const { plan, result, projects, importId } = given;
  for (const document of given.documents) {
    const planned = plan.get(document.path);
    if (planned === undefined) {
      addLeftOut(result.leftOut, [{ what: document.title, why: limitSentence(me.plan, "drafts") }]);
      continue;
    }
    if (!planned.isNew && planned.importId !== importId) {
      result.known++;
      continue;
    }
    // What this import wrote before it was interrupted counts as its own.
    if (!planned.isNew) wrote(given, planned);
    else await writeDocument(services, me, { ...given, document, planned });
  }
  result.projects = projects.size;
}

function wrote({ result, projects }: Given, { projectId }: Planned): void {
  result.documents++;
  projects.add(projectId);
}

type One = Given & { document: ImportedDocument; planned: Planned };

async function writeDocument(services: Services, me: Person, one: One): Promise<void> {
  const { importId, document, planned, result } = one;
  try {
    const { draft, brought } = await (document.document === null
      ? officeDraft(services, me, one)
      : textDraft(services, me, one, document.document));
    const times = timesOf(document);
    await createImportedDraft(
      me,
      services.db,
      { importId, key: document.key },
      { ...draft, ...times, id: planned.draftId, name: planned.name },
    );
    wrote(one, planned);
    result.pictures += brought.pictures;
    result.files += brought.files;
    addParts(result.parts, document.leftOut);
    addLeftOut(
      result.leftOut,
      brought.notices.map((why) => ({ what: document.title, why: why.slice(0, 300) })),
    );
  } catch (refusal) {
    if (refusal instanceof AlreadyImported) result.known++;
    else addLeftOut(result.leftOut, [{ what: document.title, why: (await sentenceOf(refusal)).slice(0, 300) }]);
  }
}

type Brought = { draft: Omit<NewDraft, "name">; brought: { pictures: number; files: number; notices: string[] } };

function timesOf({ createdAt, updatedAt }: ImportedDocument): Pick<NewDraft, "times"> {
  if (updatedAt === null) return {};
  const created = Math.min(createdAt ?? updatedAt, updatedAt);
  return { times: { created_at: new Date(created), updated_at: new Date(updatedAt) } };
}

async function officeDraft(services: Services, me: Person, { reader, document, planned }: One): Promise<Brought> {
  const bytes = await reader.file(document.path, services.largestFile);
  if (bytes === null) throw problem("attachment-refused", "This file is larger than Stet accepts.");
  const name = fileName(document.path.slice(document.path.lastIndexOf("/") + 1));
  const isWord = /\.docx$/i.test(name);
  const { draft, notices } = await draftOfFile(services, me, { name, bytes, isWord, projectId: planned.projectId });
  return { draft, brought: { pictures: 0, files: 0, notices } };
}

async function textDraft(services: Services, me: Person, one: One, text: string): Promise<Brought> {
  const { document, plan, planned, result, archive } = one;
  const [kept, links] = [new Map<string, string>(), new Map<string, string>()];
  const brought = { pictures: 0, files: 0, notices: [] as string[] };
  for (const { id, path, isPicture } of document.files) {
    const file = await storedFile(services, me, one, path);
    if (typeof file === "string") {
      addLeftOut(result.leftOut, [{ what: path.slice(-200), why: file }]);
      continue;
    }
    if (!isPicture) links.set(id, `${services.url}${documentUrl(file.id)}`);
    // Its name may promise more than it is.
    else if (imageTypes.some((type) => type === file.contentType)) kept.set(id, file.id);
  }
  brought.pictures = kept.size;
  brought.files = links.size;
  const slug = me.memberships.find(({ organizationId }) => organizationId === me.organizationId)?.slug ?? null;
  for (const { id, path } of document.links) {
    const target = plan.get(path);
    if (target === undefined) addParts(result.parts, { link: 1 });
    else links.set(id, `${services.url}${workspacePath(slug, `/vault/projects/${target.projectId}/drafts/${target.draftId}`)}`);
  }
  const made = await longWork(me, "importedContent", { document: text, kept, links });
  if (made === null) throw problem("attachment-refused", "No words were found in it that a draft could hold.");
  if (made.isPlain) brought.notices.push("Its formatting couldn’t be read, so only its text was imported.");
  const imported = { fileName: archive, changes: [], comments: [] };
  return { draft: { projectId: planned.projectId, document: made.content, imported }, brought };
}

/** Why not, if it can’t be stored. */
async function storedFile(services: Services, me: Person, { reader, planned }: One, path: string) {
  try {
    const bytes = await reader.file(path, services.largestFile);
    if (bytes === null) return "This file is larger than Stet accepts.";
    const name = path.slice(path.lastIndexOf("/") + 1);
    return await keepBytes(services, me, { name, bytes }, planned.projectId);
  } catch (refusal) {
    return sentenceOf(refusal);
  }
}

/** What else than a refusal happened is thrown on, and so is one that holds for the rest as well. */
async function sentenceOf(refusal: unknown): Promise<string> {
  if (refusal instanceof Unreadable) return refusal.message;
  const said = await problemIn(refusal);
  const isAboutOne = said !== null && said.status < 500 && (![401, 403, 404].includes(said.status) || said.code === "plan-used-up");
  if (!isAboutOne) throw refusal;
  return said.detail ?? said.title;
}

async function problemIn(refusal: unknown): Promise<Problem | null> {
  return refusal instanceof Response ? ((await refusal.clone().json()) as Problem) : null;
}
