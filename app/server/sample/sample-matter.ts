/* A project to try things on: opened with one request, deleted as any project is. */
import type { Node } from "prosemirror-model";
import { locateInDocument } from "#core/changes/document-patch.ts";
import { anchorAt } from "#core/comments/comment-anchor.ts";
import { documentText } from "#core/document/document-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import type { Person } from "#core/workspace/policy.ts";
import { createDraft } from "../data/drafts/drafts.ts";
import { findSampleProject } from "../data/home/sample-project.ts";
import { createProject, removeProject } from "../data/organizations/projects.ts";
import { addSampleReview, type SampleServices } from "./sample-review.ts";
import { otherSide, sampleAgreement, sampleChanges, sampleComment, sampleLaw, sampleProject } from "./sample-texts.ts";

const beside = 40;
const dayMs = 24 * 60 * 60 * 1000;

/** The agreement is what is opened. There is one sample in a workspace: asked again, it is the same. */
export async function openSampleMatter(me: Person, services: SampleServices): Promise<{ id: string; draftId: string }> {
  const { db } = services;
  const known = await findSampleProject(me, db);
  if (known?.draftId != null) return { id: known.id, draftId: known.draftId };
  const id = known?.id ?? (await createProject(me, db, sampleProject, { isSample: true })).id;
  try {
    await createDraft(me, db, { projectId: id, name: sampleLaw.name, document: markdownToDocument(sampleLaw.markdown) });
    const draftId = await createDraft(me, db, { projectId: id, ...agreement() });
    await addSampleReview(me, services, { projectId: id, draftId });
    return { id, draftId };
  } catch (error) {
    // Half of it would be taken for the whole the next time.
    if (known === null) await removeProject(me, db, id);
    throw error;
  }
}

function agreement() {
  const document = markdownToDocument(sampleAgreement.markdown);
  const { text } = documentText(document);
  // As if the file had come the day before.
  const theirs = { author: otherSide, date: new Date(Date.now() - dayMs).toISOString() };
  const changes = sampleChanges.map((change) => placedIn(document, { ...change, ...theirs }));
  const { about, ...said } = sampleComment;
  const comment = { ...said, ...theirs };
  const start = text.indexOf(about);
  const comments = [{ anchor: anchorAt(text, { start, end: start + about.length }), isResolved: false, comments: [comment] }];
  return { name: sampleAgreement.name, document, imported: { fileName: sampleAgreement.fileName, changes, comments } };
}

type Change = (typeof sampleChanges)[number] & { author: string; date: string };

function placedIn(document: Node, { original, replacement, author, date }: Change) {
  const { text } = documentText(document);
  const patch = { original, replacement, author, date, summary: `${author}: ${replacement}` };
  const outcome = locateInDocument(document, patch);
  if (outcome.kind !== "located") throw new Error(`The sample says “${original}” nowhere, or more than once.`);
  const { start, end } = outcome.edit;
  const [before, after] = [text.slice(Math.max(0, start - beside), start), text.slice(end, end + beside)];
  return Object.assign(patch, { before, after, place: { start, end } });
}
