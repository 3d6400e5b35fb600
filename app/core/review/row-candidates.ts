/* What can become a row of a review. */
import { fileName } from "../sources/stored-file.ts";

export type RowCandidates = {
  files: { id: string; name: string }[];
  /** How many there are; `files` has the first of them. */
  allFiles: number;
  drafts: { id: string; name: string; version: number }[];
};

/** `sections`: the first of `all`. `isRow`: as it reads in the newest text; `isAmended`: only in another wording. */
export type LawCandidates =
  | { kind: "acts"; acts: { id: string; title: string; shortNames: string[]; sections: number }[]; hasMore: boolean }
  | {
      kind: "sections";
      sections: { ref: string; label: string; heading: string; isRow: boolean; isAmended: boolean }[];
      all: number;
    };

/** Each is written as a Word file first. */
export const mostDraftsAtOnce = 20;

/** The file of a draft as it was in one version: what a cell rests on does not change with the draft. */
export function frozenName({ name, version }: { name: string; version: number }): string {
  return fileName(`${withoutFolders(name)}, version ${version}.docx`);
}

/** The file of a document of a collection that is in an archive or a mailbox. */
export function collectedName({ number, title }: { number: string; title: string }): string {
  return fileName(`${number} ${withoutFolders(title)}.txt`);
}

/** What stands before a slash would be taken for a folder. */
function withoutFolders(name: string): string {
  return name.replaceAll(/[/\\]/g, "-");
}
