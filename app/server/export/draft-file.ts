/* A draft in any of the forms it can leave Stet in. */
import type { Content } from "pdfmake/interfaces.js";
import type { Node } from "prosemirror-model";
import { unpackRuns, type Authorship } from "#core/authorship/authorship.ts";
import { changesSince, type ChangesGiven } from "#core/changes/changes-since.ts";
import { anchorAt } from "#core/comments/comment-anchor.ts";
import { documentToHtml } from "#core/document/document-html.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import { jsonOf } from "#core/document/document-schema.ts";
import { documentText, outlineText } from "#core/document/document-text.ts";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import type { Paper } from "#core/document/paper.ts";
import type { Patch } from "#core/changes/patch.ts";
import { countDocument, notAsked, type Counts } from "#core/losses/counts.ts";
import { label, lossesBetween, lossSentence } from "#core/losses/loss-sentence.ts";
import type { ExportFormat } from "#core/document/draft-export.ts";
import type { TextFile } from "#core/requests/exports.ts";
import { untrackedIn } from "#core/changes/tracked-edits.ts";
import { packageAnchorsSchema } from "#core/document/package-anchors.ts";
import { countHtml } from "../files/counters/html-counter.ts";
import { countMarkdown, countText } from "../files/counters/text-counter.ts";
import { countWordFile } from "../files/counters/word-counter.ts";
import { noLimits, openArchive } from "../files/zip.ts";
import type { DocxOptions } from "./docx.ts";
import { dataUrl, pictureIds, type DraftPicture, type DraftPictures } from "./draft-pictures.ts";
import { pdfBlocks } from "./pdf-blocks.ts";
import type { MadeFile } from "./pdf.ts";
import { pendingOnly } from "./pending-changes.ts";
import type { WrittenPackage } from "./word-package/write-package.ts";
import type { PackageGiven } from "./word-package/package-given.ts";

/** `anchors` and `imported` as JSON texts. */
export type ReceivedPackage = Pick<PackageGiven, "bytes" | "fileName" | "came"> & { anchors: string; imported: string };

/** Documents, and whose the words are, as JSON texts: trees would cost as much to hand to a thread as the work. */
export type DraftToExport = {
  format: ExportFormat;
  name: string;
  document: string;
  language: string | null;
  changes: NonNullable<DocxOptions["changes"]>;
  comments: NonNullable<DocxOptions["comments"]>;
  /** For a Word file: in place of `changes`, all that was changed since an older version. */
  since: (Omit<ChangesGiven, "before" | "current" | "runs"> & { before: string; authorship: string | null }) | null;
  /** For a Word file: the one that the draft was made from, with the changes that came in it. */
  received: ReceivedPackage | null;
  /** How many comments a file without comments leaves out. */
  leftComments: number;
  paper: Paper;
  /** For a PDF, on a page of its own behind the text. */
  appendix: Content[];
  pictures: DraftPictures;
};

/** What has to be known before: which pictures are needed, and which changes can't be tracked. */
export function draftExportFacts({ document: json, changes }: { document: string; changes: readonly Patch[] }) {
  const document = storedDocument(JSON.parse(json));
  const { unplaced, alternatives } = untrackedIn(document, changes);
  const { text } = documentText(document);
  const anchored = alternatives.map(({ index, ...range }) => ({ index, anchor: anchorAt(text, range) }));
  return { pictures: pictureIds(document), unplaced, alternatives: anchored };
}

/** A draft of an answer, which has no paper, pictures or history yet. */
export function textFile({ format, name, text }: TextFile): Promise<MadeFile> {
  const made = markdownToDocument(text);
  const document = JSON.stringify(jsonOf(made));
  const plain = {
    language: null,
    received: null,
    changes: [],
    comments: [],
    leftComments: 0,
    since: null,
    paper: "a4" as const,
    appendix: [],
    pictures: new Map(),
  };
  return fileOf({ ...plain, format, name, document }, made);
}

/**
 * A Word file in Stet's own styles if something couldn't be written into the one that the draft was made from:
 * `unwritable` says what, and `fault` is an error that nothing explains. `uncounted`: why the file could not be counted.
 */
export type DraftFile = MadeFile & { unwritable: string | null; fault: Error | null; uncounted: Error | null };

export async function draftFile(draft: DraftToExport): Promise<DraftFile> {
  const document = storedDocument(JSON.parse(draft.document));
  const none = { unwritable: null, fault: null, uncounted: null };
  if (draft.format !== "docx" || draft.received === null) return { ...none, ...(await fileOf(draft, document)) };
  const written = await intoReceived(draft, draft.received, document).catch((error: unknown) => ({
    fault: errorOf(error),
  }));
  if ("bytes" in written) {
    const { notice, uncounted } = checked(draft, document, await heldByWord(written.bytes, draft));
    return { ...none, bytes: written.bytes, notice: joined(written.notice, notice), uncounted };
  }
  return { ...none, ...(await fileOf(draft, document)), ...written };
}

/** A file, and what it holds, counted in the file itself. */
type Held = Counts | Error;
type Written = { bytes: Uint8Array; held: Held; notice?: string | null };
type Write = (draft: DraftToExport, document: Node) => Promise<Written>;

/** Nothing is written without a count. */
const writers: Record<ExportFormat, Write> = {
  async docx(draft, document) {
    const bytes = Uint8Array.from(await docxOf(draft, document));
    return { bytes, held: await heldByWord(bytes, draft) };
  },
  async pdf({ name, language, paper, appendix, pictures }, document) {
    // The page behind the text begins on a sheet of its own.
    const behind = appendix.length > 0 ? [{ stack: appendix, pageBreak: "before" as const }] : [];
    const { drawPdf } = await import("./draw-pdf.ts");
    const content = [...pdfBlocks(document, { pictures }), ...behind];
    return drawPdf({ title: name, createdAt: new Date(), content, paper, language });
  },
  async markdown(_, document) {
    const text = documentToMarkdown(document);
    return { bytes: encoded(text), held: { ...countMarkdown(text), ...unread, formatted: Infinity } };
  },
  /** A picture that only names an address isn't in the file. */
  async html({ name, language, pictures }, document) {
    const body = documentToHtml(document, { numbersAsText: true, imageData: (id) => addressOf(pictures.get(id)) });
    const page = htmlPage(name, language ?? "en", body);
    return {
      bytes: encoded(page),
      held: { ...countHtml(page, { isWritten: true }), ...unread, pictures: page.split('<img src="data:').length - 1 },
    };
  },
  async text(_, document) {
    const text = outlineText(document);
    return { bytes: encoded(`${text}\n`), held: { ...countText(text), ...notAsked } };
  },
};

/** In HTML and Markdown notes are lists, and their numbers are text. */
const unread = { digits: Infinity, notes: Infinity, comments: Infinity, formattedDigits: Infinity };

/** With tracked changes since a version, the text before them is not the draft's. A stranger's file that can't be counted is made all the same. */
async function heldByWord(bytes: Uint8Array, { since }: DraftToExport): Promise<Held> {
  const held = await openArchive(Buffer.from(bytes), noLimits)
    .then((archive) => countWordFile(archive, { isWritten: true }))
    .catch(errorOf);
  if (held instanceof Error) return held;
  const unsaid = { letters: Infinity, digits: Infinity, formatted: Infinity, formattedDigits: Infinity };
  return { ...held, settled: null, ...(since !== null && unsaid) };
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

async function fileOf(draft: DraftToExport, document: Node): Promise<MadeFile & Pick<DraftFile, "uncounted">> {
  const { bytes, held, notice: own = null } = await writers[draft.format](draft, document);
  const { notice, uncounted } = checked(draft, document, held);
  return { bytes, notice: joined(own, notice), uncounted };
}

const joined = (...notices: (string | null)[]) => notices.filter((one) => one !== null).join(" ") || null;

const unchecked = "Stet couldn’t check that everything is in this file. Compare it with the draft.";

function checked(draft: DraftToExport, document: Node, held: Held): Pick<DraftFile, "notice" | "uncounted"> {
  if (held instanceof Error) return { notice: unchecked, uncounted: held };
  return { notice: notHeld(draft, document, held), uncounted: null };
}

function notHeld(draft: DraftToExport, document: Node, held: Counts): string | null {
  const has = countDocument(document, draft.format === "docx" ? { comments: draft.comments } : {});
  const losses = lossesBetween({ ...has, settled: null }, held);
  // Only a Word file carries comments.
  if (draft.leftComments > 0) losses.push({ ...label("comment"), count: draft.leftComments });
  return lossSentence("Not in this file", losses);
}

const encoded = (text: string) => new TextEncoder().encode(text);

async function docxOf(draft: DraftToExport, document: Node): Promise<Uint8Array> {
  const { name, language, changes, comments, paper, pictures, since } = draft;
  const given = since === null ? null : changesGiven(since, document);
  const [{ renderDocx }, { renderWithPending }] = await Promise.all([import("./docx.ts"), import("./pending-changes.ts")]);
  const options = { title: name, comments, paper, pictures, ...(language !== null && { language }) };
  if (given === null) return renderWithPending(document, { ...options, changes });
  return renderDocx(document, { ...options, changes, tracked: changesSince(given) });
}

function changesGiven({ before, authorship, ...rest }: NonNullable<DraftToExport["since"]>, document: Node): ChangesGiven {
  const runs = authorship === null ? null : unpackRuns(JSON.parse(authorship) as Authorship, document.content.size);
  return { ...rest, before: storedDocument(JSON.parse(before)), current: document, runs };
}

async function intoReceived(
  { comments, since, changes: pending, pictures }: DraftToExport,
  { anchors, imported, ...received }: ReceivedPackage,
  document: Node,
): Promise<WrittenPackage> {
  const changes = since === null ? pendingOnly(document, pending) : changesGiven(since, document);
  const { writtenPackage } = await import("./word-package/write-package.ts");
  const located = packageAnchorsSchema.parse(JSON.parse(anchors));
  return writtenPackage({
    ...received,
    anchors: located,
    imported: storedDocument(JSON.parse(imported)),
    changes,
    comments,
    pictures,
  });
}

function addressOf(picture: DraftPicture | undefined): string | null {
  return picture === undefined ? null : dataUrl(picture);
}

function htmlPage(title: string, language: string, body: string): string {
  const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  // Clauses have their numbers in their text.
  const style =
    "[data-caps=small]{font-variant-caps:small-caps}[data-caps=all]{text-transform:uppercase}ol[data-clauses]{list-style:none;padding-left:1.5em}body{max-width:42em;margin:3em auto;padding:0 1em;line-height:1.5}";
  return `<!doctype html>\n<html lang="${escape(language)}"><head><meta charset="utf-8"><title>${escape(title)}</title><style>${style}</style></head>\n<body>\n${body}\n</body></html>\n`;
}
