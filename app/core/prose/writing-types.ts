/*
 * Kinds of text a writer can choose. Three are chips on the start view, two
 * more are under "More". What readers expect of each is told to a model
 * (type-asks.ts).
 */

export type WritingType = {
  /** As stored with a chat. */
  id: string;
  name: string;
  /** Asks the writer for what such a text needs; the placeholder once it is chosen. */
  placeholder: string;
};

export const writingTypes = [
  {
    id: "essay",
    name: "Essay",
    placeholder: "What question should the essay answer, and what do you think?",
  },
  {
    id: "article",
    name: "Article",
    placeholder: "What happened, where and when, and who says so?",
  },
  {
    id: "newsletter",
    name: "Newsletter",
    placeholder: "What’s new, and what should readers do?",
  },
  {
    id: "blog-post",
    name: "Blog Post",
    placeholder: "What question should the post answer, and for whom?",
  },
  {
    id: "press-release",
    name: "Press Release",
    placeholder: "What are you announcing, when, and who can be quoted?",
  },
] as const satisfies readonly WritingType[];

/** The kinds of legal texts, shown in place of the others for who came for legal work. */
export const legalTypes = [
  {
    id: "contract",
    name: "Contract",
    placeholder: "Between whom, about what, and under which law?",
  },
  {
    id: "legal-memo",
    name: "Legal Memo",
    placeholder: "What is the question, and what are the facts?",
  },
  {
    id: "legal-letter",
    name: "Legal Letter",
    placeholder: "To whom, on whose behalf, and what should they do by when?",
  },
  {
    id: "policy",
    name: "Policy",
    placeholder: "What should it govern, and for whom?",
  },
] as const satisfies readonly WritingType[];

export type KnownType = (typeof writingTypes | typeof legalTypes)[number];

export function isLegalType(id: string | null): boolean {
  return legalTypes.some((type) => type.id === id);
}

/** How many are shown as chips; the others are under "More". */
export const shownWritingTypes = 3;

/** By id, or by name in any case: an older chat may have stored either. */
export function findWritingType(idOrName: string): KnownType | undefined {
  const wanted = idOrName.trim().toLowerCase();
  return [...writingTypes, ...legalTypes].find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
}

/** Whether "More" must be expanded to show the selected chip. */
export function isBehindMore(id: string | null): boolean {
  return writingTypes.findIndex((type) => type.id === id) >= shownWritingTypes;
}
