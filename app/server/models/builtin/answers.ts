/*
 * Answers written from tool results. Results are JSON that may come from storage, so they are
 * parsed with a schema; what doesn't match is dropped, never guessed.
 */
import { z } from "zod";
import { fewestScoredWords } from "#core/prose/scored-words.ts";
import { proseLanguages, type ProseLanguage } from "#core/text/sentences.ts";
import { detectLanguage } from "../../prose/language.ts";
import { fill, type Phrases } from "../../library/phrases.ts";
import { rankPassages } from "../../prose/passages.ts";
import { minimumCoverage } from "../../tools/file-passages.ts";

const listed = z.array(z.object({ text: z.string(), line: z.number(), reason: z.string() })).catch([]);
const patches = z.array(z.object({ original: z.string(), replacement: z.string(), summary: z.string() })).catch([]);

const correction = z.object({
  language: z.string().catch("en"),
  legal: z.boolean().catch(false),
  grammarChecked: z.boolean().catch(false),
  grammarCheckedToLine: z.number().optional().catch(undefined),
  patches,
  worthALook: listed,
  hiddenSpellings: z.number().catch(0),
});

export function correctionAnswer(output: unknown, say: Phrases, shortened: boolean): string {
  const result = correction.parse(output);
  const unsure = result.patches.filter((patch) => patch.summary.includes("Check:")).length;
  const limits = [
    result.language === "en" ? (result.grammarChecked ? say.notJudged : say.grammarFailed) : say.noGrammar,
    result.grammarCheckedToLine === undefined ? null : fill(say.grammarPartly, { line: result.grammarCheckedToLine }),
    result.hiddenSpellings > 0 ? fill(say.hiddenSpellings, { count: result.hiddenSpellings }) : null,
    shortened ? say.shortenLimit : null,
    shortened && result.legal ? say.legalLeftAlone : null,
  ];
  return joined([
    result.patches.length === 0 ? say.nothingFound : counted(result.patches.length, unsure, say),
    patchBlock(result.patches),
    lookList(result.worthALook, say),
    limits.filter((limit) => limit !== null).join(" "),
  ]);
}

function counted(changes: number, unsure: number, say: Phrases): string {
  const found = fill(say.found, { count: changes });
  if (unsure === 0) return found;
  return `${found} ${fill(unsure === changes ? say.allUnsure : say.unsure, { count: unsure })}`;
}

export function plainAnswer(output: unknown, say: Phrases): string {
  const result = correction.parse(output);
  return joined([
    result.patches.length === 0 ? say.nothingPlain : fill(say.foundPlain, { count: result.patches.length }),
    patchBlock(result.patches),
    lookList(result.worthALook, say),
    result.legal ? `${say.notJudged} ${say.legalLeftAlone}` : say.notJudged,
  ]);
}

function patchBlock(list: z.infer<typeof patches>): string {
  if (list.length === 0) return "";
  return `BEGIN PATCH\n[\n${list.map((patch) => `  ${JSON.stringify(patch)}`).join(",\n")}\n]\nEND PATCH`;
}

function lookList(list: z.infer<typeof listed>, say: Phrases): string {
  if (list.length === 0) return "";
  const shown = list.slice(0, 12).map((one) => `- ${say.line} ${one.line}: “${quotable(one.text)}”: ${one.reason}`);
  const more = list.length > 12 ? [`- … + ${list.length - 12}`] : [];
  return `**${say.worthALook}**\n\n${[...shown, ...more].join("\n")}`;
}

const place = z.object({ text: z.string(), line: z.number() });
const listOf = <T extends z.ZodRawShape>(shape: T) => z.array(place.extend(shape)).catch([]);
const number = z.number().nullable().catch(null);

const evaluation = z.object({
  language: z.string().catch("en"),
  readability: z
    .object({
      words: z.number(),
      sentences: z.number(),
      paragraphs: z.number(),
      wordsPerSentence: z.number(),
      wordsPerParagraph: z.number(),
      longestSentence: z.number(),
      longSentenceCount: z.number(),
      flesch: number,
      fleschMeaning: z.string().nullable().catch(null),
      fleschKincaidGrade: number,
      lix: number,
      lixMeaning: z.string().nullable().catch(null),
      passiveShare: number,
      sentenceLengths: z.object({
        upTo10: z.number(),
        upTo20: z.number(),
        upTo30: z.number(),
        upTo40: z.number(),
        over40: z.number(),
      }),
      longSentences: listOf({ words: z.number() }),
    })
    .optional(),
  definedTerms: z
    .object({
      unused: listOf({ term: z.string() }),
      definedTwice: z.array(z.object({ term: z.string(), lines: z.array(z.number()) })).catch([]),
      inconsistentCase: listOf({ term: z.string(), times: z.number() }),
      undefined: listOf({ term: z.string(), uses: z.number() }),
    })
    .optional(),
  references: z.object({ checked: z.number(), missing: listOf({ target: z.string() }), doubtful: z.boolean() }).optional(),
  figures: listOf({ explanation: z.string() }).optional(),
  unpairedMarks: listOf({ explanation: z.string() }).optional(),
  citations: z.object({ citations: z.number(), verified: z.number(), share: z.number() }).optional().catch(undefined),
});

export function evaluationAnswer(output: unknown, say: Phrases): string {
  const result = evaluation.parse(output);
  const checks = checkLists(result, say);
  return joined([
    say.evaluated,
    result.readability ? figureTable(result.readability, say) : "",
    result.readability && result.readability.longSentences.length > 0
      ? `**${say.longOnes}**\n\n${result.readability.longSentences.map((one) => `- ${say.line} ${one.line} (${one.words}): “${quotable(one.text)}”`).join("\n")}`
      : "",
    checks === "" ? say.nothingWrong : checks,
    result.citations ? fill(say.verifiedShare, result.citations) : "",
    result.readability && result.readability.words < fewestScoredWords
      ? `${say.evaluateLimit} ${say.shortText}`
      : say.evaluateLimit,
  ]);
}

function figureTable(figures: NonNullable<z.infer<typeof evaluation>["readability"]>, say: Phrases): string {
  const meanings: Readonly<Record<string, string>> = say.meanings;
  const meaning = (word: string | null) => (word === null ? "" : ` (${meanings[word] ?? word})`);
  const lengths = figures.sentenceLengths;
  const rows: [string, string | null][] = [
    [say.figures.words, String(figures.words)],
    [say.figures.sentences, String(figures.sentences)],
    [say.figures.paragraphs, String(figures.paragraphs)],
    [say.figures.wordsPerSentence, String(figures.wordsPerSentence)],
    [say.figures.longest, String(figures.longestSentence)],
    [say.figures.longSentences, String(figures.longSentenceCount)],
    [say.lengths, [lengths.upTo10, lengths.upTo20, lengths.upTo30, lengths.upTo40, lengths.over40].join(" / ")],
    [say.figures.wordsPerParagraph, String(figures.wordsPerParagraph)],
    [say.figures.flesch, figures.flesch === null ? null : `${figures.flesch}${meaning(figures.fleschMeaning)}`],
    [say.figures.grade, figures.fleschKincaidGrade === null ? null : String(figures.fleschKincaidGrade)],
    [say.figures.lix, figures.lix === null ? null : `${figures.lix}${meaning(figures.lixMeaning)}`],
    [say.figures.passive, figures.passiveShare === null ? null : `${Math.round(figures.passiveShare * 100)} %`],
  ];
  return `| ${say.measure} | ${say.value} |\n|---|---|\n${rows.flatMap(([name, value]) => (value === null ? [] : [`| ${name} | ${value} |`])).join("\n")}`;
}

function checkLists(result: z.infer<typeof evaluation>, say: Phrases): string {
  const at = (line: number) => `${say.line} ${line}`;
  const { definedTerms: terms, references } = result;
  const lists: [string, string[]][] = [
    [say.checks.unused, terms?.unused.map((one) => `“${one.term}”, ${at(one.line)}`) ?? []],
    [say.checks.twice, terms?.definedTwice.map((one) => `“${one.term}”, ${one.lines.map(at).join(", ")}`) ?? []],
    [say.checks.case, terms?.inconsistentCase.map((one) => `“${quotable(one.text)}”, ${one.times}×, ${at(one.line)}`) ?? []],
    [say.checks.undefined, terms?.undefined.map((one) => `“${one.term}”, ${one.uses}×, ${at(one.line)}`) ?? []],
    [say.checks.missing, references?.missing.map((one) => `“${quotable(one.text)}”, ${at(one.line)}`) ?? []],
    [say.checks.figures, result.figures?.map((one) => `“${quotable(one.text)}”, ${at(one.line)}: ${one.explanation}`) ?? []],
    [say.checks.marks, result.unpairedMarks?.map((one) => `“${quotable(one.text)}”, ${at(one.line)}: ${one.explanation}`) ?? []],
  ];
  const shown = lists
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => `**${name}**\n\n${items.map((item) => `- ${item}`).join("\n")}`);
  if (references?.doubtful) shown.push(say.doubtful);
  return shown.join("\n\n");
}

const information = z.object({
  found: z.boolean().catch(false),
  passages: z
    .array(
      z.object({
        cite: z.number().nullable(),
        document: z.string(),
        text: z.string(),
        /** For a file: the relevant part of the text. */
        sentence: z.string().optional().catch(undefined),
        heading: z.string().nullable().catch(null),
        paragraph: z.number(),
        page: z.number().optional().catch(undefined),
        /** For law: how it is cited, and the date of its text. */
        pinpoint: z.string().optional().catch(undefined),
        version: z.string().optional().catch(undefined),
      }),
    )
    .catch([]),
  unreadable: z.array(z.object({ reason: z.string() })).catch([]),
  /** For law sources: what couldn't be fetched or is of an earlier date. */
  notices: z.array(z.string()).catch([]),
  /** That law is named which could not be had. */
  notHad: z.array(z.string()).catch([]),
});

const mostExcerpts = 5;

export function informationAnswer(output: unknown, say: Phrases): string {
  const result = information.parse(output);
  const unreadable =
    result.unreadable.length === 0 ? "" : `${say.unreadable}: ${result.unreadable.map((one) => one.reason).join(" ")}`;
  const unread = [unreadable, ...result.notices].filter((one) => one !== "").join("\n\n");
  const notHad = result.notHad.join("\n\n");
  if (!result.found || result.passages.length === 0) {
    return joined([notHad !== "" ? notHad : result.passages.length === 0 && unreadable !== "" ? "" : say.notFound, unread]);
  }
  const excerpts = result.passages
    .slice(0, mostExcerpts)
    .map(({ cite, document, text, sentence = text, heading, paragraph, page, pinpoint, version }) => {
      const where = [
        document,
        heading === null ? null : `${say.under} “${quotable(heading)}”`,
        page === undefined ? `${say.paragraph} ${paragraph}` : `${say.page} ${page}`,
      ];
      if (pinpoint !== undefined) where.splice(0, 3, pinpoint, heading, version === undefined ? null : `${say.textOf} ${version}`);
      return `${quoted(sentence)}${cite === null ? "" : ` [[${cite}]]`}\n\n${where.filter((part) => part !== null).join(", ")}`;
    });
  return joined([notHad, say.excerpts, ...excerpts, unread]);
}

const ofPages = z.object({ passages: z.array(z.looseObject({ sentence: z.string(), coverage: z.number() })).catch([]) });

/** Relevant sentences from web pages, those covering more of the question first. */
export function webAnswer(output: unknown, say: Phrases): string {
  const passages = ofPages
    .parse(output)
    .passages.filter(({ coverage }) => coverage >= minimumCoverage)
    .toSorted((a, b) => b.coverage - a.coverage)
    .map((passage) => Object.assign(passage, { text: passage.sentence }));
  return informationAnswer({ found: passages.length > 0, passages, unreadable: [] }, say);
}

/** The same for a text in the message itself: there is no source to cite, so the location is given. */
export function textExcerpts(text: string, question: string, say: Phrases): string {
  const language = detectLanguage(text) ?? detectLanguage(question) ?? "en";
  const passages = rankPassages([text], question, language, mostExcerpts).filter((passage) => passage.coverage >= minimumCoverage);
  if (passages.length === 0) return say.notFoundText;
  return joined([
    say.excerptsOfText,
    ...passages.map((passage) => `> ${oneLine(passage.text)}\n\n${say.paragraph} ${passage.paragraph}`),
  ]);
}

const draft = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("outline"),
    typeInLanguage: z.string(),
    type: z.string(),
    markdown: z.string(),
    words: z.number(),
    notesPlaced: z.number(),
  }),
  z.object({
    kind: z.literal("template"),
    template: z.string(),
    language: z.enum(proseLanguages),
    written: z.string(),
    markdown: z.string(),
    open: z.array(z.string()),
  }),
  z.object({ kind: z.literal("unknown"), reason: z.string() }),
]);

export function draftAnswer(output: unknown, say: Phrases, language: ProseLanguage): string {
  const result = draft.parse(output);
  if (result.kind === "unknown") return `${say.unknownKind}: ${result.reason.replace(/^.*There are: /s, "")}`;
  const block = `BEGIN DRAFT\n${result.markdown}\nEND DRAFT`;
  if (result.kind === "template") {
    const said = [
      fill(say.template, { name: result.template, open: result.open.length }),
      `${say.writtenFor}: ${result.written}.`,
      result.language === "en" && language !== "en" ? say.englishOnly : "",
      say.review,
    ];
    return joined([said.filter((one) => one !== "").join(" "), block]);
  }
  return joined([
    `${fill(say.outline, { type: result.typeInLanguage, words: result.words })} ${result.notesPlaced === 0 ? say.outlineNoNotes : ""}`.trim(),
    block,
    `${say.proseNeedsModel} ${say.addModel}`,
  ]);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}

/** A block quote that preserves the lines of a list without creating Markdown lists. */
function quoted(text: string): string {
  // The letter of a point may be on its own line.
  const lines = text
    .replace(/^([^\S\n]*\(?[\p{L}\d]{1,4}[).])\s*\n/gmu, "$1 ")
    .split("\n")
    .map(oneLine);
  const plain = lines.filter((line) => line !== "").map((line) => line.replace(/^(\d+)([.)])|^([-+*#>])/, "$1\\$2$3"));
  return `> ${plain.join("\\\n> ")}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** For a list or a table: on one line, without Markdown syntax. */
function quotable(text: string): string {
  return oneLine(text).replace(/[*_`|<>]/g, "\\$&");
}
