/* What a first question may look like, for each kind of text. What stands in square brackets is for the writer to fill in. */
import type { Writes } from "../account/profile.ts";

type Kind = NonNullable<Writes["types"]>[number];

const examples: Record<Kind, readonly [string, string, string]> = {
  essay: [
    "Write an essay of 1,200 words: should [city] close its centre to cars? I think it should, because [reason].",
    "Find the weakest argument in the essay I attach, and the strongest objection to it.",
    "Give me three theses on [subject] that someone could seriously disagree with.",
  ],
  article: [
    "Write an article of 600 words from the notes I attach. Put the most important fact first.",
    "List every statement in the attached article that needs a source.",
    "Cut the attached article to 400 words without losing a fact.",
  ],
  newsletter: [
    "Write this month’s newsletter for [readers]: [what happened], and ask them to [what to do].",
    "Write five subject lines of at most 60 characters for the attached newsletter.",
    "Make the attached newsletter half as long and twice as easy to skim.",
  ],
  "blog-post": [
    "Write a blog post that answers “[question]” within its first three lines.",
    "Rewrite the attached post in my own style, for readers who are new to [subject].",
    "Suggest a title and subheadings for the attached post.",
  ],
  "press-release": [
    "Write a press release: [company] announces [what] on [date]. Quote [name and position].",
    "Which questions would a journalist ask after reading the attached release?",
    "Take every word of praise out of the attached release.",
  ],
  contract: [
    "Draft a mutual non-disclosure agreement between [party] and [party] under English law, for two years.",
    "Go through the attached contract as the buyer’s lawyer: which clauses are against us, and what should they say?",
    "When and how can the attached contract be ended? Quote the clauses.",
  ],
  "legal-memo": [
    "Write a memo: may [client] [do what]? Cite the provisions, and say what is uncertain.",
    "What does the GDPR require of a processor after a personal data breach?",
    "Summarise the attached judgment: facts, question, reasons, outcome.",
  ],
  "legal-letter": [
    "Write a letter before action: [debtor] owes [client] [sum] since [date] under the attached contract.",
    "Answer the attached letter for [client]: we dispute [what], and offer [what].",
    "Make the attached letter firm but polite, and check each of its dates and sums.",
  ],
  policy: [
    "Draft a policy on working from home for [company], with headings and numbered clauses.",
    "Which duties does the attached policy put on whom? Answer in a table.",
    "Rewrite the attached policy in plain language without changing what it requires.",
  ],
};

/** Three: of the kind that is chosen, otherwise one of each kind that the person writes, or a few of everything. */
export function startExamples(chosen: string | null, { types = [] }: Writes): readonly string[] {
  if (chosen !== null && chosen in examples) return examples[chosen as Kind];
  const [first = "contract", second = "essay", third = "legal-memo"] = types;
  if (types.length === 1) return examples[first];
  const kinds = types.length === 2 ? [first, second, first] : [first, second, third];
  return kinds.map((kind, at) => examples[kind][kinds.indexOf(kind) === at ? 0 : 1]);
}
