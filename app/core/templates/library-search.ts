/* The search of the whole library: what is on its shelves, precedents, and the acts on the law shelf. */
import type { AskedStatus, LibraryKind, LibraryStatus, SimilarItem } from "./library.ts";
import { libraryShelves, shelfWords } from "./library.ts";
import type { TemplateJurisdiction } from "./template.ts";

export const searchedShelves = [...libraryShelves, "precedents", "law"] as const;
export type SearchedShelf = (typeof searchedShelves)[number];

export const searchedWords: Record<SearchedShelf, string> = { ...shelfWords, precedents: "Precedents", law: "Law" };
/** Of one thing. */
export const oneOfShelf: Record<SearchedShelf, string> = {
  templates: "Template",
  clauses: "Clause",
  prompts: "Prompt",
  playbooks: "Playbook",
  questions: "Questions",
  workflows: "Workflow",
  precedents: "Precedent",
  law: "Law",
};

export type LibrarySearch = {
  query: string;
  /** All if none is named. */
  in?: readonly SearchedShelf[] | undefined;
  jurisdiction?: TemplateJurisdiction | undefined;
  /** Of the own items that are not retired, and of all others, if none is named. */
  status?: AskedStatus | undefined;
  after?: string | undefined;
  /** False: what says it in other words isn’t looked for. */
  similar?: boolean | undefined;
};

/** `marks` are where the words that were searched for begin and end. */
export type MarkedLine = { text: string; marks: readonly (readonly [start: number, end: number])[] };

export type LibraryHit = {
  /** A built-in item's is the name of its file. */
  id: string;
  shelf: SearchedShelf;
  name: MarkedLine;
  /** The summary, or the line of the text with the words; may be empty. */
  line: MarkedLine;
  kind?: LibraryKind;
  /** Of a precedent there is none. An act may be of any country. */
  jurisdiction?: string;
  language?: string;
  /** Of an own item. */
  status?: LibraryStatus;
  isBuiltIn?: true;
  /** Of a precedent. */
  projectId?: string;
};

export type LibraryFinds = {
  found: LibraryHit[];
  /** Where the next page begins; null on the last. */
  next: string | null;
  /** What says it in other words, if few were found: clauses, and with an embedding model anything. */
  similar: SimilarItem[];
};
