/*
 * What a drafting request specifies: kind, topic, length, the writer's points and, for a template,
 * names, dates and sums. Uses only what is stated; assumes nothing.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { findTemplate } from "../../library/built-in-templates.ts";
import { kindOfWriting } from "./intent.ts";

export type DraftRequest = {
  type: string;
  topic: string;
  notes: string[];
  words?: number;
  language: ProseLanguage;
  fields: Record<string, string>;
};

/** `chosen` is the writing type selected with the message, if any. Null if the kind has no outline. */
export function readDraftRequest(message: string, language: ProseLanguage, chosen: string | null): DraftRequest | null {
  const request = message.split("\n").find((line) => line.trim() !== "" && !isPoint(line)) ?? message;
  const type =
    kindOfWriting(request, language) ?? chosen ?? kindOfWriting(message, language) ?? (topicOf(request) === "" ? null : "Article");
  if (type === null) return null;
  const words = /(\d{2,5})[\s-]*(?:words?|ord|wörter[n]?|worte[n]?|woorden)(?!\p{L})/iu.exec(message)?.[1];
  const template = findTemplate(type);
  return {
    type,
    topic: template ? "" : topicOf(request),
    notes: template ? [] : notesOf(message),
    ...(words ? { words: Math.min(20_000, Math.max(50, Number(words))) } : {}),
    language,
    fields: template
      ? fieldsOf(
          message,
          template.fields.map(({ name }) => name),
        )
      : {},
  };
}

function isPoint(line: string): boolean {
  return /^\s*(?:[-*•–]|\d{1,2}[.)])\s+\S/.test(line);
}

/** What follows "about" and its equivalents, up to the next condition. */
function topicOf(request: string): string {
  const hit =
    /(?<!\p{L})(?:about|on the (?:topic|subject) of|on|regarding|concerning|arguing that|titled|announcing|om|kring|angående|över|über|zum thema|zu|betreffend|over|rond)\s+(.+)$/iu.exec(
      request.replace(/\s+/g, " "),
    );
  if (!hit) return "";
  return hit[1]!
    .replace(
      /(?:,?(?<!\s)\s+(?:in|of|with|using|på|med|mit|von|met|van|about|max\.?|ca\.?|cirka|etwa|ongeveer)\s+)?(?:about |around |max\.? )?(?<!\d)\d{2,5}[\s-]{0,8}(?:words?|ord|wörtern?|worten?|woorden).*$/iu,
      "",
    )
    .replace(/(?<![\s.:;,?!])[\s.:;,?!]+$/u, "")
    .slice(0, 200);
}

/** The items of a list, or what follows "notes:", separated by semicolons or lines. */
function notesOf(message: string): string[] {
  const points = message
    .split("\n")
    .filter(isPoint)
    .map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s+/, "").trim());
  if (points.length > 0) return points.slice(0, 40);
  const after = /(?:notes?|points?|anteckningar|punkter|notizen|stichpunkte|stichworte|notities|punten)\s*:\s*([\s\S]+)$/iu.exec(
    message,
  )?.[1];
  if (after === undefined) return [];
  return after
    .split(/;|\n/)
    .map((one) => one.trim().replace(/[.]$/, ""))
    .filter((one) => one !== "")
    .slice(0, 40);
}

const countries: readonly (readonly [RegExp, string])[] = [
  [/\b(?:swedish|svensk\w*|schwedisch\w*|zweeds\w*)\b|\bsweden\b|\bsverige\b/iu, "Sweden"],
  [/\b(?:english|uk)\s+law\b|\bengland\b/iu, "England and Wales"],
  [/\bscot(?:s|land|tish)\b/iu, "Scotland"],
  [/\b(?:german|tysk\w*|deutsche[snm]?)\s+(?:law|rätt|recht\w*)\b|\bgermany\b/iu, "Germany"],
  [/\b(?:dutch|nederlandse?)\s+(?:law|recht)\b|\bthe netherlands\b/iu, "the Netherlands"],
  [/\birish\s+law\b|\bireland\b/iu, "Ireland"],
  [/\bfrench\s+law\b|\bfrance\b/iu, "France"],
  [/\bdelaware\b/iu, "the State of Delaware"],
  [/\bnew york law\b/iu, "the State of New York"],
  [/\bcalifornian? law\b/iu, "the State of California"],
];

function fieldsOf(message: string, names: readonly string[]): Record<string, string> {
  const fields: Record<string, string | undefined> = {};
  const name =
    "(\\p{Lu}[\\p{L}\\p{N}&.'’-]*(?:\\s+(?:\\p{Lu}[\\p{L}\\p{N}&.'’-]*|&|of|van|von|de|och|AB|Ltd|GmbH|B\\.?V\\.?)){0,5})";
  const between = new RegExp(
    `(?:[Bb]etween|[Mm]ellan|[Zz]wischen|[Tt]ussen)\\s+${name}\\s+(?:and|och|und|en)\\s+${name}`,
    "u",
  ).exec(message);
  const from = new RegExp(`(?:[Ff]rom|[Ff]rån|[Vv]on|[Vv]an)\\s+${name}\\s+(?:to|till|an|aan)\\s+${name}`, "u").exec(message);
  const parties = between ?? from;
  fields.partyA = tidy(parties?.[1]) ?? tidy(new RegExp(`(?:for|of|för|für|voor)\\s+${name}`, "u").exec(message)?.[1]);
  fields.partyB = tidy(parties?.[2]) ?? tidy(new RegExp(`(?:to|with|till|an|aan|met|mit|med)\\s+${name}`, "u").exec(message)?.[1]);
  fields.governingLaw = countries.find(([pattern]) => pattern.test(message))?.[1];
  fields.courts = /\b[Cc]ourts (?:of|in) (\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)*)/u.exec(message)?.[1];
  fields.purpose = /\bfor the purposes? of\s+([^.;\n]{3,200}?)(?=\s*(?:[.;\n]|,\s|\bunder\b|$))/u.exec(message)?.[1];
  fields.term = periodOf(message);
  fields.date =
    /\b(?:dated|on|per|daterat|datiert|gedateerd)\s+(\d{4}-\d{2}-\d{2}|\d{1,2}\.?\s+\p{L}{3,10}\s+\d{4}|\p{Lu}\p{Ll}{2,9}\s+\d{1,2},\s+\d{4})/u.exec(
      message,
    )?.[1];
  const money =
    /(?:(?:[€£$]|EUR|GBP|USD|SEK|CHF)\s?\d[\d.,\s]{0,30}\d|(?<![\d.,])\d[\d.,]{0,30}\s?(?:€|£|EUR|GBP|USD|SEK|CHF|kr(?:onor)?|euros?|pounds|dollars))(?!\p{L})/iu
      .exec(message)?.[0]
      ?.trim();
  fields.amount = money;
  fields.fee = money;
  fields.email = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(message)?.[0];
  fields.role =
    /\b(?:as|position of|role of|som|als)\s+(?:an?\s+|en\s+|ett\s+|een\s+)?([\p{L}][\p{L} -]{2,40}?)(?=\s+(?:at|for|from|with|hos|vid|bei|bij|starting)\b|[,.]|$)/u.exec(
      message,
    )?.[1];
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => names.includes(entry[0]) && entry[1] !== undefined),
  );
}

const periods: readonly (readonly [RegExp, string])[] = [
  [/^(?:years?|år|jahre?n?|jaar|jaren)$/iu, "year"],
  [/^(?:months?|månad(?:er)?|monate?n?|maand(?:en)?)$/iu, "month"],
];

/** "a two-year NDA", "for 18 months"; with two periods it is unclear what each is for, so neither is used. */
function periodOf(message: string): string | undefined {
  const number = "\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve";
  const unit = "years?|months?|år|månad(?:er)?|jahre?n?|monate?n?|jaar|jaren|maand(?:en)?";
  const found = [...message.matchAll(new RegExp(`(?<![\\p{L}\\d])(${number})[\\s-](${unit})(?!\\p{L})(?!\\s+(?:ago|old))`, "giu"))];
  const [, count, name] = found.length === 1 ? found[0]! : [];
  if (count === undefined) return undefined;
  const one = periods.find(([pattern]) => pattern.test(name!))![1];
  return `${count.toLowerCase()} ${one}${/^(?:1|one)$/i.test(count) ? "" : "s"}`;
}

/** A name without its sentence's full stop. */
function tidy(name: string | undefined): string | undefined {
  const plain = name?.trim().replace(/(?<!\b(?:Inc|Ltd|Co|Corp|B\.V|N\.V))\.$/u, "");
  return plain === "" || /^(?:I|My|The|A|An|NDA|This|GDPR)$/.test(plain ?? "") ? undefined : plain;
}
