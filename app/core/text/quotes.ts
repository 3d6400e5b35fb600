/*
 * Quotes about writing for the front page. All are in the public domain
 * everywhere, verbatim in the original language, with modernized spelling where
 * the first edition differs. `year` is that of the first edition with these
 * words, `style` its genre. Translations are ours.
 */
export type QuoteCard = {
  quote: string;
  author: string;
  work: string;
  year: number;
  style: string;
  language: "en" | "fr";
  translation?: string;
};

export const quotes: readonly QuoteCard[] = [
  {
    quote: "True ease in writing comes from art, not chance,\nAs those move easiest who have learn’d to dance.",
    author: "Alexander Pope",
    work: "An Essay on Criticism",
    year: 1711,
    style: "Verse",
    language: "en",
  },
  {
    quote: "Reading maketh a full man; conference a ready man; and writing an exact man.",
    author: "Francis Bacon",
    work: "Essays, “Of Studies”",
    year: 1597,
    style: "Essay",
    language: "en",
  },
  {
    quote: "Je n’ai fait celle-ci plus longue que parce que je n’ai pas eu le loisir de la faire plus courte.",
    author: "Blaise Pascal",
    work: "Les Provinciales, sixteenth letter",
    year: 1656,
    style: "Letter",
    language: "fr",
    translation: "I made this one longer only because I had no leisure to make it shorter.",
  },
  {
    quote: "Writing, when properly managed, (as you may be sure I think mine is) is but a different name for conversation.",
    author: "Laurence Sterne",
    work: "Tristram Shandy, volume II",
    year: 1759,
    style: "Novel",
    language: "en",
  },
  {
    quote:
      "A written word is the choicest of relics. It is something at once more intimate with us and more universal than any other work of art.",
    author: "Henry David Thoreau",
    work: "Walden, “Reading”",
    year: 1854,
    style: "Philosophy",
    language: "en",
  },
];
