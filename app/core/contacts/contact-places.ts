/* Where a contact is in the work: the matters, documents, reviews and runs that concern it, as the reader may see them. */
import type { Side } from "./conflicts.ts";

export type ContactPlace = {
  kind: "project" | "draft" | "file" | "review" | "run";
  id: string;
  name: string;
  /** Where a document is; null for what is in no project, or is one. */
  project: { id: string; name: string } | null;
  /** Of a matter: what the contact is there. */
  sides?: Side[];
  /** Of a document: the words around its first mention; of a review: an answer that names it. */
  words?: string;
  /** Of a review: how many answers name it. */
  cells?: number;
};

/** Of each kind, the newest first. `more`: kinds of which there are others. */
export type ContactPlaces = { places: ContactPlace[]; more: ContactPlace["kind"][] };

/** Of each kind. */
export const placesShown = 20;
