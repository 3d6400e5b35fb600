/*
 * POST /api/drafts/{id}/export: the draft as a file, for all who may read it. A
 * Word file carries its comments, and what is pending, or all that was changed
 * since a version, as tracked changes. What its owner sends is noted on the timeline.
 * POST /api/text-files: the same for a draft of an answer, from its text.
 */
import type { DraftAsText } from "#core/document/draft.ts";
import { Hono } from "hono";
import type { z } from "zod";
import type { AuthoredPatch } from "#core/changes/changes-since.ts";
import { alternativesNotice, alternativeThread } from "#core/comments/alternative-thread.ts";
import { contentDisposition } from "#core/sources/content-disposition.ts";
import { noticeHeaders, exportFormats, exportName, type ExportFormat } from "#core/document/draft-export.ts";
import { authorshipReportSchema, draftExportSchema, textFileSchema } from "#core/requests/exports.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listComments } from "#server/data/drafts/comments.ts";
import { getAuthorshipPage } from "#server/data/drafts/draft-authorship.ts";
import { getReceivedFile } from "#server/data/drafts/draft-packages.ts";
import { getDraftAsText } from "#server/data/drafts/drafts.ts";
import { getVersionDocument, listDraftVersions, noteDraftSent } from "#server/data/drafts/draft-versions.ts";
import { listImportedChanges } from "#server/data/drafts/imported-changes.ts";
import { authorshipContent } from "#server/export/authorship-page.ts";
import type { DraftToExport } from "#server/export/draft-file.ts";
import { draftPictures } from "#server/export/draft-pictures.ts";
import { renderPdf } from "#server/export/pdf.ts";
import { longWork } from "#server/long-work/long-work.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

/** `what`: "a new picture". */
const ownStyles = (what: string) =>
  `This Word file is in Stet’s own styles, because one of the changes can’t be written into the file you received: ${what}.`;
const ownStylesUnread = "This Word file is in Stet’s own styles, because the file you received couldn’t be read.";
const ownStylesForViewers =
  "This Word file is in Stet’s own styles. Only the owner of the draft can download the file it was made from.";

type Asked = z.infer<typeof draftExportSchema>;
const hasPictures: ReadonlySet<ExportFormat> = new Set(["docx", "pdf", "html"]);

export function draftExport(stet: Stet) {
  return new Hono<ApiEnv>()
    .post("/api/drafts/:id/export", async (c) => {
      const me = personOf(c);
      const asked = await bodyOf(c, draftExportSchema);
      const draft = await getDraftAsText(me, stet.db, idOf(c));
      const given = await toExport(me, stet, draft, asked);
      const { bytes, unwritable, fault, uncounted, ...made } = await longWork(me, "draftFile", given.draft, c.req.raw.signal);
      if (asked.sentAs !== null && draft.canChange) {
        await noteDraftSent(me, stet.db, { draftId: draft.id, version: draft.version, name: asked.sentAs });
        stet.updates.publish(me.userId, { kind: "draft", draftId: draft.id, version: draft.version });
      }
      if (unwritable !== null) stet.log.info({ draftId: draft.id, unwritable }, "a change can’t be written into a Word file");
      if (fault !== null) stet.log.error({ err: fault, draftId: draft.id }, "writing into the Word file of a draft failed");
      if (uncounted !== null) stet.log.error({ err: uncounted, draftId: draft.id }, "an exported file could not be counted");
      const notice = unwritable !== null ? ownStyles(unwritable) : fault !== null ? ownStylesUnread : given.notice;
      const notices = [notice, made.notice].filter((one) => one !== null).join(" ") || null;
      return c.body(Uint8Array.from(bytes), 200, { ...fileHeaders(asked.format, draft.name), ...noticeHeaders(notices) });
    })
    .post("/api/text-files", async (c) => {
      const asked = await bodyOf(c, textFileSchema);
      const { bytes, notice } = await longWork(personOf(c), "textFile", asked, c.req.raw.signal);
      return c.body(Uint8Array.from(bytes), 200, { ...fileHeaders(asked.format, asked.name), ...noticeHeaders(notice) });
    })
    .get("/api/drafts/:id/authorship", async (c) => c.json(await getAuthorshipPage(personOf(c), stet.db, idOf(c))))
    .post("/api/drafts/:id/authorship", async (c) => {
      const { timeZone } = await bodyOf(c, authorshipReportSchema);
      const me = personOf(c);
      const page = await getAuthorshipPage(me, stet.db, idOf(c));
      const { paper } = await getDraftAsText(me, stet.db, idOf(c));
      const title = `Authorship of ${page.name}`;
      const content = authorshipContent(page, timeZone);
      const { bytes, notice } = await renderPdf(me, { title, createdAt: new Date(), content, paper }, c.req.raw.signal);
      return c.body(Uint8Array.from(bytes), 200, { ...fileHeaders("pdf", title), ...noticeHeaders(notice) });
    });
}

function fileHeaders(format: ExportFormat, name: string) {
  return {
    "content-type": exportFormats[format].type,
    "content-disposition": contentDisposition("attachment", exportName(name, format)),
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  };
}

/** `notice`: what the person should know about the file. */
type Export = { draft: DraftToExport; notice: string | null };

async function toExport(me: Person, stet: Stet, draft: DraftAsText, { format, ...asked }: Asked): Promise<Export> {
  const { name, language, paper, document } = draft;
  const { received, notice } = format === "docx" ? await receivedPackage(me, stet, draft) : noPackage;
  const isTheirs = cameWith(received);
  // A change that came with the file stands in it; what is proposed to the same words comes after it.
  const proposed = asked.changes.map(defined).toSorted((one, other) => Number(isTheirs(other)) - Number(isTheirs(one)));
  const facts = await longWork(me, "draftExportFacts", { document, changes: format === "docx" ? proposed : [] });
  const alternatives = facts.alternatives.filter(({ index }) => !isTheirs(proposed[index]!));
  refuseFewer(facts.unplaced + facts.alternatives.length - alternatives.length, proposed.length);
  const appendix = asked.withAuthorship ? authorshipContent(await getAuthorshipPage(me, stet.db, draft.id), asked.timeZone) : [];
  const pictures = hasPictures.has(format) ? await draftPictures(me, stet, facts.pictures) : new Map<string, never>();
  const none = { comments: [], leftComments: 0, since: null, received: null };
  const plain = { ...none, format, name, language, paper, document, changes: proposed, appendix, pictures };
  const comments = asked.comments ? await listComments(me, stet.db, draft.id) : [];
  const leftComments = comments.reduce((sum, thread) => sum + thread.comments.filter(({ isDeleted }) => !isDeleted).length, 0);
  if (format !== "docx") return { draft: { ...plain, leftComments }, notice: null };
  const said = alternatives.map(({ index, anchor }) => alternativeThread(proposed[index]!, anchor, draft.updatedAt));
  const others = new Set(alternatives.map(({ index }) => index));
  const changes = proposed.filter((_, index) => !others.has(index));
  const since = asked.since === null ? null : await changedSince(me, stet, draft, { since: asked.since, pending: changes });
  return {
    draft: { ...plain, changes, received, comments: [...comments, ...said], since },
    notice: [notice, alternativesNotice(said.length)].filter((one) => one !== null).join(" ") || null,
  };
}

const noPackage: Received = { received: null, notice: null };

function cameWith(received: Received["received"]): (patch: AuthoredPatch) => boolean {
  const stampOf = ({ author, date, replacement }: AuthoredPatch) => JSON.stringify([author, date, replacement]);
  const theirs = new Set(received?.came.map(({ patch }) => stampOf(patch)));
  return (patch) => theirs.has(stampOf(patch));
}

/** A file with fewer changes than it is said to have would hide what a counterpart proposed. */
function refuseFewer(unplaced: number, all: number): void {
  if (unplaced === 0) return;
  const which = `${unplaced} of ${all} proposed ${all === 1 ? "change" : "changes"}`;
  throw problem(
    "changes-unplaced",
    `${which} couldn’t be exported as tracked changes. Accept or reject them first, or choose Send as Word and leave out pending proposals.`,
  );
}

type Received = { received: DraftToExport["received"]; notice: string | null };

/**
 * The Word file that the draft was made from. It has more than the draft shows (properties, data, headers), so only its
 * owner gets it; others get what they see.
 */
async function receivedPackage(me: Person, { db, fileStore, log }: Stet, { id, canChange }: DraftAsText): Promise<Received> {
  const file = await getReceivedFile(me, db, id);
  if (file === null) return { received: null, notice: null };
  if (!canChange) return { received: null, notice: ownStylesForViewers };
  const { key, name, ...rest } = file;
  try {
    const bytes = await fileStore.read(key);
    const came = (await listImportedChanges(me, db, id)).filter(({ isSuggested }) => !isSuggested);
    return { received: { ...rest, bytes, fileName: name, came }, notice: null };
  } catch (error) {
    log.error({ err: error, draftId: id }, "the Word file of a draft can’t be read");
    return { received: null, notice: ownStylesUnread };
  }
}

async function changedSince(
  me: Person,
  { db }: Stet,
  draft: DraftAsText,
  given: { since: string; pending: AuthoredPatch[] },
): Promise<DraftToExport["since"]> {
  const version = await getVersionDocument(me, db, { draftId: draft.id, versionId: given.since });
  const [newest] = await listDraftVersions(me, db, draft.id);
  const decided = await listImportedChanges(me, db, draft.id);
  return {
    before: version.document,
    authorship: draft.authorship && JSON.stringify(draft.authorship),
    pending: given.pending,
    accepted: decided.flatMap(({ decision, patch }) => (decision === "accepted" ? [patch] : [])),
    person: { author: newest?.madeBy ?? me.name, date: newest?.updatedAt ?? draft.updatedAt },
  };
}

/** Without the fields that are not there. */
function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
