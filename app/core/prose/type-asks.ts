/* What readers expect of each kind of text, as instructions for a model; the writer's own words always take precedence. */
import type { KnownType } from "./writing-types.ts";

export const typeAsks: Record<KnownType["id"], string> = {
  essay:
    "An essay argues one thesis: stated early, carried by a few points with evidence for each, tested against the strongest objection, and concluded without repeating itself. Continuous prose, no bullet points.",
  article:
    "An article reports: a headline, the most important facts first, then background and voices, every statement traceable to a source. Short paragraphs, past tense, no opinion of the writer's own.",
  newsletter:
    "A newsletter is one person writing to subscribers: a subject line of at most 60 characters, a short greeting, two to four items with a heading each, one thing to do at the end. Warm, brief, easy to skim.",
  "blog-post":
    "A blog post answers one question a reader would search for: a clear title, the answer within the first lines, subheadings that can be skimmed, examples, and a closing thought. Conversational, first person allowed.",
  "press-release":
    "A press release can be printed as it stands: headline, place and date, a first paragraph with who, what, when, where and why, a quotation with name and position, a paragraph about the organisation, and a contact for the press. Third person, no praise. What is not known stands in square brackets.",
  contract:
    "A contract: the parties with what identifies them, definitions, then numbered clauses of one duty each, with who must do what by when, and what follows if not. The same word for the same thing throughout, no synonyms. What is not known stands in square brackets. Mandatory law of the named jurisdiction comes first.",
  "legal-memo":
    "A legal memo: question, short answer, facts, reasons by sub-question, what would change the answer. Every statement of law cites its provision or decision; what has no source is marked as such. Counter-arguments are given their best form.",
  "legal-letter":
    "A legal letter: addressee, date and matter, what the client claims or answers, on which facts and provisions, what is asked for and by which day, and what follows otherwise. Firm and polite; no threat that could not be carried out, nothing conceded by the way.",
  policy:
    "A policy: purpose, whom it binds, definitions only where needed, then numbered duties that each name who does what, exceptions and who grants them, who answers questions, and from when it applies. Plain words, one duty a sentence.",
};
