/*
 * Outlines for kinds of writing: the order and length of the parts, with the
 * writer's notes in place. Everything in [square brackets] is for the writer to
 * fill in; no content is made up.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { skeletonWords } from "./skeleton-words.ts";

type Section = {
  heading: string;
  /** What belongs here, addressed to the writer. */
  slot: string;
  /** Share of the total words. */
  share: number;
  /** The writer's notes go here. */
  body?: boolean;
};

export type WritingType = {
  name: string;
  /** Other common names, lower case, in any of the four languages. */
  aliases: readonly string[];
  words: number;
  sections: readonly Section[];
};

const section = (heading: string, share: number, slot: string): Section => ({ heading, slot, share });
const body = (heading: string, share: number, slot: string): Section => ({ heading, slot, share, body: true });

export const writingTypes: readonly WritingType[] = [
  {
    name: "Essay",
    aliases: ["essays", "uppsats", "essä", "aufsatz", "opstel", "betoog"],
    words: 900,
    sections: [
      section("Introduction", 0.15, "the question, why it is worth asking, and your thesis in one sentence"),
      body("Argument", 0.5, "the point in one sentence; the evidence; how it bears on the thesis"),
      section("The strongest objection", 0.2, "what a fair opponent would say, and your answer"),
      section("Conclusion", 0.15, "what follows if you are right; no new evidence"),
    ],
  },
  {
    name: "Article",
    aliases: ["articles", "feature", "artikel", "artikeln", "report story"],
    words: 800,
    sections: [
      section("Headline and standfirst", 0.05, "what happened or what is claimed, and why the reader should go on"),
      section("Lead", 0.15, "who, what, when, where; the strongest fact first"),
      body("Main part", 0.55, "one fact or step; its source; what it means"),
      section("Background", 0.15, "what a reader must know who comes to this fresh"),
      section("Close", 0.1, "what happens next, or the image that stays"),
    ],
  },
  {
    name: "Newsletter",
    aliases: ["newsletters", "nyhetsbrev", "rundbrief", "nieuwsbrief"],
    words: 500,
    sections: [
      section("Subject line", 0.02, "under 50 characters; what is in it for the reader"),
      section("Opening", 0.13, "one thing that ties this issue together"),
      body("Item", 0.6, "the news in one sentence; why it matters to this reader; the link"),
      section("One thing to do", 0.15, "a single request, with its date"),
      section("Sign-off", 0.1, "a name, and when the next issue comes"),
    ],
  },
  {
    name: "Blog Post",
    aliases: ["blog", "blogpost", "blog posts", "blogginlägg", "blogbeitrag", "blogbericht", "post"],
    words: 700,
    sections: [
      section("Title", 0.02, "what the reader will know or be able to do afterwards"),
      section("Opening", 0.13, "the problem, as the reader meets it"),
      body("Step or point", 0.6, "the point; an example from your own experience; what to avoid"),
      section("What it does not solve", 0.1, "where this stops working"),
      section("Close", 0.15, "the one thing to remember, and an invitation to answer"),
    ],
  },
  {
    name: "Press Release",
    aliases: ["press releases", "pressmeddelande", "pressemitteilung", "persbericht", "news release"],
    words: 400,
    sections: [
      section("Headline", 0.04, "the news in one line; present tense"),
      section("[City], [date]", 0.2, "first paragraph: who does what, when, where and why, in under 50 words"),
      body("Details", 0.36, "the fact, its figure, its source"),
      section("Quotation", 0.15, "“[words really said]”, [name], [position]"),
      section("About [organisation]", 0.15, "two or three sentences that hold true all year"),
      section("Press contact", 0.1, "[name], [telephone], [e-mail]"),
    ],
  },
  {
    name: "Poem",
    aliases: ["poems", "dikt", "gedicht", "gedichten"],
    words: 120,
    sections: [
      section("Image", 0.3, "one thing seen, heard or touched; no idea yet"),
      body("Movement", 0.4, "what changes in it, or in the one who looks"),
      section("Turn", 0.3, "what is understood, shown by a thing and not said"),
    ],
  },
  {
    name: "Report",
    aliases: ["reports", "rapport", "bericht", "verslag"],
    words: 1200,
    sections: [
      section("Summary", 0.1, "the finding and what you recommend, for someone who reads only this"),
      section("Question and method", 0.15, "what was asked, what was looked at, what was not"),
      body("Findings", 0.5, "the finding; the evidence; how sure it is"),
      section("Recommendations", 0.15, "who should do what by when"),
      section("Open points", 0.1, "what is not known, and what it would take to know it"),
    ],
  },
  {
    name: "Memo",
    aliases: ["memorandum", "legal memo", "promemoria", "pm", "vermerk", "notitie"],
    words: 900,
    sections: [
      section("Question", 0.08, "the question in one sentence, with the facts that decide it"),
      section("Short answer", 0.12, "the answer, and how sure it is"),
      section("Facts", 0.2, "what is known, from where; what is assumed"),
      body("Analysis", 0.45, "the rule and its source; how it applies to the facts; what speaks against"),
      section("What to do", 0.15, "steps, in order, with dates"),
    ],
  },
  {
    name: "Speech",
    aliases: ["speeches", "tal", "rede", "toespraak", "talk"],
    words: 700,
    sections: [
      section("Opening", 0.12, "a moment this audience knows"),
      section("The one idea", 0.13, "what they should take home, in twelve words"),
      body("Part", 0.5, "the point; a story; back to the idea"),
      section("Call", 0.15, "what you ask of them"),
      section("Last line", 0.1, "the idea once more, shorter"),
    ],
  },
  {
    name: "Letter",
    aliases: ["email", "e-mail", "mail", "letters", "thank-you note", "short note", "brev", "mejl", "brief", "e-post"],
    words: 250,
    sections: [
      section("Subject", 0.03, "what it is about and what you want"),
      section("Opening", 0.17, "why you write, in the first sentence"),
      body("Matter", 0.5, "one point a paragraph; dates and figures exactly"),
      section("Request", 0.2, "what you ask, by when"),
      section("Close", 0.1, "greeting, [name], [contact]"),
    ],
  },
  {
    name: "Cover Letter",
    aliases: ["application letter", "motivation letter", "personligt brev", "bewerbung", "anschreiben", "motivatiebrief"],
    words: 320,
    sections: [
      section("Opening", 0.2, "the position, and the one reason you fit it"),
      body("Evidence", 0.5, "something you did; its result in figures; why it matters here"),
      section("Why them", 0.18, "what you know of them that is not on the front page"),
      section("Close", 0.12, "when you can talk, [name]"),
    ],
  },
  {
    name: "Story",
    aliases: ["short story", "stories", "novell", "berättelse", "geschichte", "verhaal"],
    words: 1500,
    sections: [
      section("Scene one", 0.2, "someone wants something; place and hour in the first lines"),
      body("Complication", 0.45, "what stands in the way; what it costs"),
      section("Crisis", 0.2, "the choice that cannot be taken back"),
      section("After", 0.15, "what is different now; one image"),
    ],
  },
  {
    name: "Product Description",
    aliases: ["product text", "produktbeskrivning", "produktbeschreibung", "productbeschrijving"],
    words: 200,
    sections: [
      section("First line", 0.2, "what it is and for whom"),
      body("What it does", 0.5, "the use; the fact that proves it"),
      section("Facts", 0.2, "[size], [weight], [material], [price]"),
      section("Next step", 0.1, "how to get it"),
    ],
  },
];

export const writingTypeNames = writingTypes.map((type) => type.name);

export function findWritingType(name: string): WritingType | undefined {
  const wanted = name.trim().toLowerCase().replace(/[-_]/g, " ");
  return writingTypes.find((type) => type.name.toLowerCase() === wanted || type.aliases.includes(wanted));
}

export type OutlineRequest = { topic: string; notes: readonly string[]; words?: number | undefined; language: ProseLanguage };
export type Outline = { type: string; typeInLanguage: string; markdown: string; words: number; slots: number; notesPlaced: number };

const asked: Record<ProseLanguage, { words: string; note: string; about: string; topic: string }> = {
  en: { words: "about {n} words", note: "your note", about: "Working title", topic: "topic" },
  sv: { words: "cirka {n} ord", note: "din anteckning", about: "Arbetstitel", topic: "ämne" },
  de: { words: "etwa {n} Wörter", note: "Ihre Notiz", about: "Arbeitstitel", topic: "Thema" },
  nl: { words: "ongeveer {n} woorden", note: "uw notitie", about: "Werktitel", topic: "onderwerp" },
};

export function outlineFor(type: WritingType, { topic, notes, words, language }: OutlineRequest): Outline {
  const total = words ?? type.words;
  const say = asked[language];
  const inLanguage = (english: string) => skeletonWords(english, language) ?? english;
  const target = (share: number) => say.words.replace("{n}", String(Math.max(10, Math.round((total * share) / 10) * 10)));
  // A slot with its own placeholders gets no brackets around it.
  const slot = (part: Section, share: number) => {
    const inside = `${inLanguage(part.slot)} · ${target(share)}`;
    return part.slot.includes("[") ? inside : `[${inside}]`;
  };
  const parts = type.sections.flatMap((part) => {
    const heading = `## ${inLanguage(part.heading)}`;
    if (!part.body) return [`${heading}\n\n${slot(part, part.share)}`];
    const points = notes.length > 0 ? notes : ["", "", ""];
    return points.map((note, at) => {
      const own = note === "" ? "" : `${say.note}: ${note.trim()}\n\n`;
      return `${heading} ${at + 1}\n\n${own}${slot(part, part.share / points.length)}`;
    });
  });
  return {
    type: type.name,
    typeInLanguage: language === "en" ? type.name.toLowerCase() : inLanguage(type.name),
    markdown: [`# [${say.about}: ${topic.trim() || say.topic}]`, ...parts].join("\n\n"),
    words: total,
    slots: parts.length + 1,
    notesPlaced: notes.length,
  };
}
