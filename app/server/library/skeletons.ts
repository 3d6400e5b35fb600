/*
 * Outlines for kinds of writing, from content/skeletons: the order and length of the parts, with the writer's notes in
 * place. Everything in [square brackets] is for the writer to fill in; no content is made up.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import article from "../../../content/skeletons/article.json" with { type: "json" };
import blogPost from "../../../content/skeletons/blog-post.json" with { type: "json" };
import coverLetter from "../../../content/skeletons/cover-letter.json" with { type: "json" };
import essay from "../../../content/skeletons/essay.json" with { type: "json" };
import letter from "../../../content/skeletons/letter.json" with { type: "json" };
import memo from "../../../content/skeletons/memo.json" with { type: "json" };
import newsletter from "../../../content/skeletons/newsletter.json" with { type: "json" };
import poem from "../../../content/skeletons/poem.json" with { type: "json" };
import pressRelease from "../../../content/skeletons/press-release.json" with { type: "json" };
import productDescription from "../../../content/skeletons/product-description.json" with { type: "json" };
import report from "../../../content/skeletons/report.json" with { type: "json" };
import speech from "../../../content/skeletons/speech.json" with { type: "json" };
import story from "../../../content/skeletons/story.json" with { type: "json" };
import { fill, phrases } from "./phrases.ts";

type InLanguages = Record<ProseLanguage, string>;
type Section = {
  heading: InLanguages;
  /** What belongs here, addressed to the writer. */
  slot: InLanguages;
  /** Share of the total words. */
  share: number;
  /** The writer's notes go here. */
  body?: boolean;
};

export type WritingType = {
  name: string;
  /** As a sentence calls it. */
  inText: InLanguages;
  /** Other common names, lower case, in any of the four languages. */
  aliases: readonly string[];
  words: number;
  sections: readonly Section[];
};

/** The most usual first: they are listed in this order, for a model and for a person. */
export const writingTypes: readonly WritingType[] = [
  essay,
  article,
  newsletter,
  blogPost,
  pressRelease,
  poem,
  report,
  memo,
  speech,
  letter,
  coverLetter,
  story,
  productDescription,
];

export const writingTypeNames = writingTypes.map((type) => type.name);

export function findWritingType(name: string): WritingType | undefined {
  const wanted = name.trim().toLowerCase().replace(/[-_]/g, " ");
  return writingTypes.find((type) => type.name.toLowerCase() === wanted || type.aliases.includes(wanted));
}

export type OutlineRequest = { topic: string; notes: readonly string[]; words?: number | undefined; language: ProseLanguage };
export type Outline = { type: string; typeInLanguage: string; markdown: string; words: number; slots: number; notesPlaced: number };

export function outlineFor(type: WritingType, { topic, notes, words, language }: OutlineRequest): Outline {
  const total = words ?? type.words;
  const say = phrases("outline", language);
  const target = (share: number) => fill(say.words, { count: Math.max(10, Math.round((total * share) / 10) * 10) });
  // A slot with its own placeholders gets no brackets around it.
  const slot = (part: Section, share: number) => {
    const inside = `${part.slot[language]} · ${target(share)}`;
    return part.slot.en.includes("[") ? inside : `[${inside}]`;
  };
  const parts = type.sections.flatMap((part) => {
    const heading = `## ${part.heading[language]}`;
    if (!part.body) return [`${heading}\n\n${slot(part, part.share)}`];
    const points = notes.length > 0 ? notes : ["", "", ""];
    return points.map((note, at) => {
      const own = note === "" ? "" : `${say.note}: ${note.trim()}\n\n`;
      return `${heading} ${at + 1}\n\n${own}${slot(part, part.share / points.length)}`;
    });
  });
  return {
    type: type.name,
    typeInLanguage: type.inText[language],
    markdown: [`# [${say.about}: ${topic.trim() || say.topic}]`, ...parts].join("\n\n"),
    words: total,
    slots: parts.length + 1,
    notesPlaced: notes.length,
  };
}
