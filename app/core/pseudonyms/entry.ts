/*
 * What is replaced before a text leaves for a model: the entries that people keep, and the codes that stand for what was
 * replaced. Entries can be removed; codes stay, so that the same words have the same code for ever.
 */
import { z } from "zod";

export const nameKinds = ["person", "organization", "other"] as const;
export const foundKinds = ["email", "phone", "account", "id", "address"] as const;
export type NameKind = (typeof nameKinds)[number];
export type FoundKind = (typeof foundKinds)[number];
export type EntryKind = NameKind | FoundKind;

const longestForm = 200;
export const mostEntries = 2_000;

/** `forms`: the ways it is written, the fullest first. `isFound`: recognised by its pattern, not entered by a person. */
export type Entry = {
  id: string;
  kind: EntryKind;
  forms: string[];
  isFound: boolean;
  /** Goes to the model as it is written. */
  isSentAsIs: boolean;
};

export const formSchema = z
  .string()
  .trim()
  .min(1)
  .max(longestForm)
  .refine((form) => /[\p{L}\p{N}]/u.test(form) && !/[\n\r]/.test(form), "A line with letters or digits.");

/** `forms[0]` is written as the code alone, and other ways of writing the same as `code~2`, `code~3`. */
export type Code = { code: string; kind: EntryKind | "word"; forms: string[] };

/** As stored, for a project, an organization, or a person's chats outside of projects. */
export type PseudonymList = { entries: Entry[]; codes: Code[] };

/** Which of the three: codes of different lists differ, so that they can be used together. */
export const listScopes = ["organization", "project", "person"] as const;
export type ListScope = (typeof listScopes)[number];

export const isNameKind = (kind: Code["kind"]): kind is NameKind => (nameKinds as readonly string[]).includes(kind);
