/*
 * Kinds of text a writer can choose. Three are chips on the start view, two
 * more are under "More". Each tells a model what readers expect; the writer's
 * own words always take precedence.
 */

export type WritingType = {
  /** As stored with a chat. */
  id: string;
  name: string;
  /** Instructions for a model. */
  asks: string;
  /** Asks the writer for what such a text needs; the placeholder once it is chosen. */
  placeholder: string;
};

export const writingTypes = [
  {
    id: "essay",
    name: "Essay",
    asks: "An essay argues one thesis: stated early, carried by a few points with evidence for each, tested against the strongest objection, and concluded without repeating itself. Continuous prose, no bullet points.",
    placeholder: "What question should the essay answer, and what do you think?",
  },
  {
    id: "article",
    name: "Article",
    asks: "An article reports: a headline, the most important facts first, then background and voices, every statement traceable to a source. Short paragraphs, past tense, no opinion of the writer's own.",
    placeholder: "What happened, where and when, and who says so?",
  },
  {
    id: "newsletter",
    name: "Newsletter",
    asks: "A newsletter is one person writing to subscribers: a subject line of at most 60 characters, a short greeting, two to four items with a heading each, one thing to do at the end. Warm, brief, easy to skim.",
    placeholder: "What’s new, and what should readers do?",
  },
  {
    id: "blog-post",
    name: "Blog Post",
    asks: "A blog post answers one question a reader would search for: a clear title, the answer within the first lines, subheadings that can be skimmed, examples, and a closing thought. Conversational, first person allowed.",
    placeholder: "What question should the post answer, and for whom?",
  },
  {
    id: "press-release",
    name: "Press Release",
    asks: "A press release can be printed as it stands: headline, place and date, a first paragraph with who, what, when, where and why, a quotation with name and position, a paragraph about the organisation, and a contact for the press. Third person, no praise. What is not known stands in square brackets.",
    placeholder: "What are you announcing, when, and who can be quoted?",
  },
] as const satisfies readonly WritingType[];

/** How many are shown as chips; the others are under "More". */
export const shownWritingTypes = 3;

/** By id, or by name in any case: an older chat may have stored either. */
export function findWritingType(idOrName: string): WritingType | undefined {
  const wanted = idOrName.trim().toLowerCase();
  return writingTypes.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
}

/** Whether "More" must be expanded to show the selected chip. */
export function isBehindMore(id: string | null): boolean {
  return writingTypes.findIndex((type) => type.id === id) >= shownWritingTypes;
}
