/* Makes a template of an uploaded file: the form of a Word file becomes its fields, as do places in [square brackets]. */
import { z } from "zod";
import { templateFromDraft } from "#core/templates/template-from-draft.ts";
import { fieldTypes, templateLimits } from "#core/templates/template.ts";
import { counted } from "#core/text/counted.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { findFile } from "../data/files/files.ts";
import type { Db } from "../db/database.ts";
import type { Extraction } from "../files/extraction.ts";
import type { FileStore } from "../files/file-store.ts";
import { longWork } from "../long-work/long-work.ts";
import { detectLanguage } from "../prose/language.ts";

type Services = { db: Db; fileStore: FileStore; extraction: Extraction };

const noWords = "No words were found in this file that a template could hold.";
/** As the child that reads files gives them, which is not trusted. */
const fieldsSchema = z
  .array(
    z.strictObject({
      name: z.string(),
      type: z.enum(fieldTypes),
      label: z.string(),
      help: z.string(),
      options: z.array(z.string()),
      initial: z.string(),
      currency: z.literal(""),
      of: z.literal(""),
    }),
  )
  .max(templateLimits.fields);

/** `notices` says what of the file the template does not have, a sentence each. */
export async function templateOfFile(
  me: Person,
  { db, fileStore, extraction }: Services,
  fileId: string,
): Promise<{ source: string; notices: string[] }> {
  const file = await findFile(me, db, fileId);
  if (file.status !== "ready") throw problem("not-found");
  const read = await extraction.template({ name: file.name, bytes: await fileStore.read(file.key), person: me.userId });
  if (!read.ok) throw problem("attachment-refused", read.sentence);
  const { document, fields, notices, changes, comments, pictures } = read.document;
  const made = await longWork(me, "importedContent", { document, kept: new Map() });
  if (made === null || made.content.words === 0) throw problem("attachment-refused", noWords);
  const markdown = made.content.content;
  const source = templateFromDraft({
    name: file.name.replace(/\.[^.]{1,8}$/u, "").trim() || "Template",
    markdown,
    language: detectLanguage(markdown.slice(0, 20_000)) ?? "en",
    known: fieldsSchema.parse(fields),
  });
  const left = [
    counted(changes.length, "tracked change"),
    counted(comments.length, "comment"),
    counted(pictures.length, "picture"),
  ].filter((part) => part !== "");
  return { source, notices: [...notices, ...(left.length > 0 ? [`A template does not hold ${left.join(", ")}.`] : [])] };
}
