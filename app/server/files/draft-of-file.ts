/* What a file becomes as a draft: its content with the pictures stored, and the changes and comments in it. */
import type { Person } from "#core/workspace/policy.ts";
import { packageAnchorsSchema } from "#core/document/package-anchors.ts";
import { counted } from "#core/text/counted.ts";
import { problem } from "#core/workspace/problem.ts";
import type { NewDraft } from "../data/drafts/drafts.ts";
import { longWork } from "../long-work/long-work.ts";
import { keepPackage, keepPictures } from "./keep-bytes.ts";
import type { UploadServices } from "./upload.ts";

type Services = Pick<UploadServices, "db" | "store" | "extraction">;
type Given = { name: string; bytes: Buffer; isWord: boolean; projectId: string };

/** `isPlain`: only its words could be read. */
export type DraftOfFile = {
  draft: Pick<NewDraft, "projectId" | "document"> & { imported: NonNullable<NewDraft["imported"]> };
  notices: string[];
  isPlain: boolean;
};

const noWords = "No words were found in this file that a draft could hold.";

/** Refuses what can't be read, with a sentence. */
export async function draftOfFile(services: Services, me: Person, { name, bytes, isWord, projectId }: Given): Promise<DraftOfFile> {
  const read = await services.extraction.import({ name, bytes, person: me.userId });
  if (!read.ok) throw problem("attachment-refused", read.sentence);
  const { changes, comments, notices, pictures, anchors, insertedRows, drawings } = read.document;
  const kept = await keepPictures(services, me, pictures, projectId);
  const made = await longWork(me, "importedContent", { document: read.document.document, kept });
  if (made === null) throw problem("attachment-refused", noWords);
  const { isPlain, content } = made;
  const brought = isPlain ? { changes: [], comments: [] } : { changes, comments };
  const located = packageAnchorsSchema.safeParse({
    blocks: anchors,
    changes: changes.map(({ place }) => [place?.start, place?.end]),
    ...(drawings && drawings.length > 0 && { drawings }),
    ...(insertedRows?.some((rows) => rows !== null) && { insertedRows }),
  });
  const isKept = isWord && !isPlain && located.success;
  const received = isKept ? await keepPackage(services.store, { name, bytes, anchors: located.data }) : null;
  return {
    draft: { projectId, document: content, imported: { fileName: name, ...brought, package: received } },
    notices: isPlain ? [...notices, onlyWords(changes.length, comments.length)] : notices,
    isPlain,
  };
}

function onlyWords(changes: number, comments: number): string {
  const left = [counted(changes, "tracked change"), counted(comments, "comment")].filter((part) => part !== "").join(" and ");
  return `The formatting of this file couldn’t be read, so only its text was imported${left && `, without ${left}`}.`;
}
