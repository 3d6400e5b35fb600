/* Projects and their files over the protocol. */
import { z } from "zod";
import { fileOutline, filePartsOf } from "#core/sources/file-outline.ts";
import type { FileText } from "#core/sources/file-text.ts";
import { problem } from "#core/workspace/problem.ts";
import { listFiles, readFiles } from "#server/data/files/files.ts";
import { getProject, listProjects } from "#server/data/organizations/projects.ts";
import { secrecyAt } from "#server/models/secrecy.ts";
import { filePassages } from "#server/tools/file-passages.ts";
import { fileParts } from "#server/tools/read-file.ts";
import { passages, projectId, question } from "./fields.ts";
import { unnumbered } from "./law.ts";
import { published, replaced, tool, type Given } from "./tool.ts";

const mostProjects = 200;
const mostFiles = 200;

const projectOutput = z.object({ id: z.uuid(), name: z.string(), role: z.string(), is_archived: z.boolean() });

const projects = tool({
  name: "list_projects",
  title: "List projects",
  description: `The projects that the key's owner sees in the organization, ${mostProjects} at most.`,
  scope: "projects:read",
  input: z.object({}),
  output: z.object({ projects: z.array(projectOutput), has_more: z.boolean() }),
  find: async () => published,
  async run({ stet: { db }, me }) {
    const { own, shared, archived } = await listProjects(me, db);
    const all = [...own, ...shared, ...archived];
    const listed: z.infer<typeof projectOutput>[] = [];
    for (const { id, name, role, archivedAt } of all.slice(0, mostProjects)) {
      const { organizationId, userId } = me;
      // Each has pseudonyms of its own.
      const secrecy = secrecyAt(db, { organizationId, userId, projectId: id });
      listed.push({ id, name: await replaced(name, secrecy), role, is_archived: archivedAt !== null });
    }
    return { projects: listed, has_more: all.length > mostProjects };
  },
});

/** Refuses one that the key's owner does not see. */
export async function findProject({ stet: { db }, me }: Given, { project_id: id }: { project_id: string }) {
  await getProject(me, db, id);
  return { of: { projectId: id } };
}

const files = tool({
  name: "list_files",
  title: "List files",
  description: `The files of a project, newest first, ${mostFiles} at most.`,
  scope: "files:read",
  input: z.object({ project_id: projectId }),
  output: z.object({
    files: z.array(
      z.object({ id: z.uuid(), name: z.string(), content_type: z.string(), bytes: z.int(), pages: z.int().nullable() }),
    ),
    has_more: z.boolean(),
  }),
  find: findProject,
  async run({ stet: { db }, me }, { project_id: id }) {
    const found = await listFiles(me, db, { projectId: id, limit: mostFiles + 1 });
    const listed = found.slice(0, mostFiles).map((one) => {
      return { id: one.id, name: one.originalName, content_type: one.contentType, bytes: one.size, pages: one.pageCount };
    });
    return { files: listed, has_more: found.length > mostFiles };
  },
});

const passage = z.object({
  file_id: z.string(),
  file: z.string(),
  text: z.string().describe("Verbatim."),
  sentence: z.string().describe("The sentence of it that bears on the question most."),
  heading: z.string().nullable(),
  page: z.int().nullable(),
});

const search = tool({
  name: "search_files",
  title: "Search a project’s files",
  description:
    "Finds passages of a project's files that bear on a question, verbatim, each with its file, heading and page. Ask in the words that the text itself would use, in its language. Passages under nearest only come closest; elsewhere names headings to ask for next; unread names files without text.",
  scope: "files:read",
  input: z.object({ project_id: projectId, query: question, limit: passages }),
  output: z.object({
    passages: z.array(passage),
    nearest: z.array(passage),
    elsewhere: z.array(z.string()),
    unread: z.array(z.object({ file: z.string(), reason: z.string() })),
  }),
  find: findProject,
  async run({ stet, me, signal }, { project_id: project, query, limit }) {
    const { organizationId, userId } = me;
    const secrecy = secrecyAt(stet.db, { organizationId, userId, projectId: project });
    const fileSearch = {
      searchesProject: true,
      search: (asked: { question: string; limit: number }) =>
        stet.fileSearch.search(me, { ...asked, project, ids: [], secrecy }, signal),
    };
    const found = await filePassages({ query, limit, filter: {} }, [], { fileSearch, addSources: unnumbered });
    const shown = (one: (typeof found.passages)[number]) => ({
      file_id: one.sourceId,
      file: one.document,
      text: one.text,
      sentence: one.sentence,
      heading: one.heading ?? null,
      page: one.page ?? null,
    });
    return {
      passages: found.passages.map(shown),
      nearest: found.nearest.map(shown),
      elsewhere: found.elsewhere,
      unread: found.unread.map(({ name, reason }) => ({ file: name, reason })),
    };
  },
});

const mostLines = 300;
const mostCharacters = 60_000;

const read = tool({
  name: "read_file",
  title: "Read a file",
  description:
    "Without parts: the outline of a file, one line for each part with its id, page, words and beginning. With parts: their text.",
  scope: "files:read",
  input: z.object({
    file_id: z.uuid().describe("Id of the file, as list_files or search_files has it."),
    parts: z.array(z.string().max(20)).min(1).max(40).optional().describe("Ids of parts, as the outline has them, such as p3."),
  }),
  output: z.object({
    name: z.string(),
    content_type: z.string(),
    outline: z.string().optional(),
    parts: z.array(z.object({ id: z.string(), page: z.int().nullable(), text: z.string() })).optional(),
    notice: z.string().nullable().describe("What of the file could not be read."),
  }),
  async find(given, { file_id: id }) {
    const file = await readableFile(given, id);
    return { of: { projectId: file.projectId }, file };
  },
  async run(_given, { parts: ids }, { file: { name, contentType, document } }) {
    const head = { name, content_type: contentType, notice: document.notice ?? null };
    if (ids === undefined) return { ...head, outline: fileOutline(filePartsOf(document), mostLines) };
    const parts = fileParts({ name, document }, ids);
    if ("refusal" in parts) throw problem("bad-request", `parts: ${parts.refusal}`);
    const text = parts.read.map((one) => ({ id: one.id, page: one.page ?? null, text: one.text.slice(0, mostCharacters) }));
    return { ...head, parts: text };
  },
});

/** One with a text; refuses one that the key's owner does not see. */
export async function readableFile({ stet: { db }, me }: Pick<Given, "stet" | "me">, id: string) {
  const [file] = await readFiles(me, db, [id]);
  if (file === undefined) throw problem("not-found");
  const { name, contentType, projectId: project, document, problem: why } = file;
  if (document === null || document.text.trim() === "")
    throw problem("bad-request", `“${name}”: ${why ?? "This file contains no text."}`);
  return { name, contentType, projectId: project, document: document as FileText };
}

export const fileTools = [projects, files, search, read];
