/* Tasks on whole drafts. Documents are passed in and out as JSON text. */
import type { Node } from "prosemirror-model";
import { z } from "zod";
import { packRuns, runsOf, unknown, unpackRuns, type Authorship, type Origin, type Runs } from "#core/authorship/authorship.ts";
import { carriedRuns } from "#core/authorship/authorship-carried.ts";
import { authorshipReport, type AuthorshipReport } from "#core/authorship/authorship-report.ts";
import { anchorAt, findAnchor, moveAnchors, type CommentAnchor } from "#core/comments/comment-anchor.ts";
import { authorshipSchema } from "#core/authorship/authorship-schema.ts";
import { documentChangesSchema } from "#core/requests/documents.ts";
import { withDocumentChanges } from "#core/document/document-changes.ts";
import { beginningToHtml } from "#core/document/document-html.ts";
import { refusedToSave } from "#core/document/document-limits.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import { documentJsonSchema } from "#core/requests/documents.ts";
import { jsonOf, readDocumentJson } from "#core/document/document-schema.ts";
import { documentText, plainTextOf } from "#core/document/document-text.ts";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { draftContent, type DraftContent } from "#core/document/draft-content.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { movePatches } from "#core/changes/moved-patches.ts";
import type { Patch } from "#core/changes/patch.ts";
import { problem } from "#core/workspace/problem.ts";
import { parseReply, replyText } from "#core/chat/reply.ts";

/** `authorship` is compressed JSON. */
export type ContentWithAuthorship = { content: DraftContent; authorship: string | null };

const stored = (document: string): Node => storedDocument(JSON.parse(document));
const packed = (runs: Runs | null) => runs && JSON.stringify(packRuns(runs));

/** A document that could not be reopened or saved again is not saved. */
export function checkedContent(document: Node): DraftContent {
  const refusal = refusedToSave(document);
  if (refusal !== null) throw problem("bad-request", refusal);
  return draftContent(document);
}

export type NewDraftGiven = { markdown: string; answer: { said: string; origin: Origin } | null };

/** From Markdown. The answer's words are attributed to its model; which the reader has changed since is unknown. */
export function newDraft({ markdown, answer }: NewDraftGiven): ContentWithAuthorship {
  const document = markdownToDocument(markdown);
  const content = checkedContent(document);
  if (answer === null) return { content, authorship: null };
  const said = markdownToDocument(replyText(parseReply(answer.said)));
  const runs = runsOf(said.content.size, answer.origin);
  return { content, authorship: packed(carriedRuns({ document: said, runs }, document)) };
}

/** As JSON text. */
export type StoredDraft = { document: string; authorship: string | null };
/** JSON of the whole document, or of its difference from the stored one; or Markdown. */
export type AskedDocument = { kind: "json" | "markdown"; text: string };
export type Anchored = { id: string; anchor: CommentAnchor };
/** A change that is gone may come back. */
export type PlacedChange = { id: string; patch: Patch; isGone: boolean };
export type SavedDraftGiven = {
  stored: StoredDraft;
  asked: AskedDocument;
  /** The authorship as JSON, from an editor that tracked it. */
  authorship: string | null;
  comments: Anchored[];
  changes: PlacedChange[];
};
/** Only comments and changes that are different now, as JSON. */
export type SavedDraft = ContentWithAuthorship & {
  comments: { id: string; anchor: string }[];
  changes: MovedChange[];
};

export type MovedChange = { id: string; change: string; state: "proposed" | "gone" };

/** The result of a save: content, authorship, and the new positions of everything anchored in the text. */
export function savedDraft(given: SavedDraftGiven): SavedDraft {
  let known: Node | undefined;
  const before = () => (known ??= stored(given.stored.document));
  const document = askedDocument(given.asked, before);
  const content = checkedContent(document);
  return {
    content,
    authorship: packed(runsOfSave(given, before, document)),
    comments: movedComments(given.comments, before, document),
    changes: movedChanges(given.changes, before, document),
  };
}

const askedJsonSchema = z.union([documentJsonSchema, documentChangesSchema]);

function askedDocument({ kind, text }: AskedDocument, before: () => Node): Node {
  if (kind === "markdown") return markdownToDocument(text);
  const asked = askedJsonSchema.safeParse(JSON.parse(text));
  if (!asked.success) throw problem("bad-request", "document: a document, or what has changed in it.");
  const json = asked.data;
  if ("changes" in json) {
    const after = withDocumentChanges(before(), json);
    if (after === null) throw problem("bad-request", "document: changes that do not fit the version they came from.");
    return after;
  }
  const read = readDocumentJson(json);
  if ("refusal" in read) throw problem("bad-request", read.refusal);
  return read.document;
}

/** The editor's authorship, if it fits the document; otherwise existing words keep their author. */
function runsOfSave({ stored: { authorship }, ...given }: SavedDraftGiven, before: () => Node, document: Node): Runs | null {
  const said = given.authorship && unpackRuns(askedAuthorship(given.authorship), document.content.size);
  if (said) return said;
  const runs = authorship && unpackRuns(JSON.parse(authorship) as Authorship, before().content.size);
  return runs ? carriedRuns({ document: before(), runs }, document) : null;
}

function askedAuthorship(text: string): Authorship {
  const asked = authorshipSchema.safeParse(JSON.parse(text));
  if (!asked.success) throw problem("bad-request", `authorship: ${asked.error.issues[0]?.message ?? "not of the expected form"}`);
  return asked.data;
}

function movedComments(comments: readonly Anchored[], before: () => Node, after: Node): SavedDraft["comments"] {
  if (comments.length === 0) return [];
  const anchors = comments.map(({ anchor }) => anchor);
  const moved = moveAnchors(documentText(before()).text, documentText(after).text, anchors);
  return comments.flatMap(({ id }, i) => {
    const anchor = JSON.stringify(moved[i]);
    return anchor === JSON.stringify(anchors[i]) ? [] : [{ id, anchor }];
  });
}

/** Open changes keep their position in the text. */
function movedChanges(changes: readonly PlacedChange[], beforeSave: () => Node, after: Node): SavedDraft["changes"] {
  if (changes.length === 0) return [];
  const [text, now] = [plainTextOf(beforeSave()), plainTextOf(after)];
  return changesMoved(text, now, changes);
}

export function changesMoved(text: string, now: string, changes: readonly PlacedChange[]): MovedChange[] {
  const moved = movePatches(
    text,
    now,
    changes.map(({ patch }) => patch),
  );
  return changes.flatMap((one, i) => changed(one, moved[i]!));
}

function changed({ id, patch, isGone }: PlacedChange, moved: Patch): MovedChange[] {
  const change = JSON.stringify(moved);
  const isGoneNow = moved.place === null;
  if (isGoneNow === isGone && change === JSON.stringify(patch)) return [];
  return [{ id, change, state: isGoneNow ? "gone" : "proposed" }];
}

/** Repaired so that it can be opened today: see document-repair.ts. */
export function readableDocument(document: string): string {
  return JSON.stringify(jsonOf(stored(document)));
}

/** Some ten pages: far more than a window shows until the editor has the whole text. */
const shownAtOnce = 30_000;

/** What the page of a draft shows before its editor: of a long text the beginning. */
export function draftHtml(document: string): string {
  const { html, isWhole } = beginningToHtml(stored(document), shownAtOnce);
  return isWhole ? html : `${html}<p class="document-rest">The rest of the text opens in a moment …</p>`;
}

export function draftMarkdown(document: string): string {
  return documentToMarkdown(stored(document));
}

export function authorshipOf({ document: json, authorship }: StoredDraft): AuthorshipReport {
  const document = stored(json);
  const { size } = document.content;
  const runs = authorship && unpackRuns(JSON.parse(authorship) as Authorship, size);
  return authorshipReport(document, runs || runsOf(size, unknown));
}

/** The writer's text may be slightly ahead of what is saved: the words are then found now or at the next save. */
export function commentAnchors({ document, anchors }: { document: string; anchors: readonly CommentAnchor[] }): CommentAnchor[] {
  const { text } = documentText(stored(document));
  return anchors.map((anchor) => {
    const found = findAnchor(text, anchor);
    return found.place === null ? found : anchorAt(text, found.place, anchor.quote);
  });
}
