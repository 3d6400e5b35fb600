/*
 * A query as a condition on `document` (discovery_documents) and `word` (discovery_words). Words are found through the
 * index of all words of a document; phrases and distances also in the further windows of a long one.
 */
import { sql, type RawBuilder } from "kysely";
import { fieldWord, quoted } from "#core/discovery/vectors.ts";
import { says } from "../../db/word-pattern.ts";
import { wordFields, type Mark, type Phrase, type Query, type WordField } from "#core/discovery/query.ts";

type Condition = RawBuilder<boolean>;

export function conditionOf(query: Query): Condition {
  switch (query.kind) {
    case "all":
      return sql`true`;
    case "and":
      return joined(query.parts, sql` and `);
    case "or":
      return joined(query.parts, sql` or `);
    case "not":
      return sql`not (${conditionOf(query.part)})`;
    case "words":
      return query.field === null ? inText(lexemes(query.phrase), query.phrase) : inField(query.field, query.phrase);
    case "near":
      return nearby(query);
    case "date":
      return dated(query);
    case "type":
      return typed(query.type);
    case "code":
      return coded(query.code);
    case "has":
      return marked[query.mark];
  }
}

/** Whether its condition is on the words of documents as well. */
export function asksForWords(query: Query): boolean {
  if (query.kind === "and" || query.kind === "or") return query.parts.some(asksForWords);
  if (query.kind === "not") return asksForWords(query.part);
  return query.kind === "words" || query.kind === "near";
}

function joined(parts: readonly Query[], by: RawBuilder<unknown>): Condition {
  return sql`(${sql.join(
    parts.map((part) => conditionOf(part)),
    by,
  )})`;
}

function lexemes({ words, isPrefix }: Phrase, form: (word: string) => string = (word) => word): string {
  return words.map((word, at) => quoted(form(word)) + (isPrefix && at === words.length - 1 ? ":*" : "")).join(" <-> ");
}

/** All of the words, wherever they are. */
function anywhere(phrases: readonly Phrase[]): string {
  return phrases.map((phrase) => lexemes(phrase).replaceAll(" <-> ", " & ")).join(" & ");
}

/**
 * That all of the words are there is asked first: the database knows how few documents have them, and looks at those
 * alone. How many have them close together it can't know, and it would read all documents in their order.
 */
function inText(wanted: string, ...phrases: Phrase[]): Condition {
  if (phrases.length === 1 && phrases[0]!.words.length === 1) return sql`word.words @@ ${wanted}::tsquery`;
  return sql`(word.words @@ ${anywhere(phrases)}::tsquery and (word.words @@ ${wanted}::tsquery
    or (word.more is not null and exists (select 1 from unnest(word.more) as part where part @@ ${wanted}::tsquery))))`;
}

function inField(field: WordField, phrase: Phrase): Condition {
  return sql`word.fields @@ ${lexemes(phrase, (word) => fieldWord(wordFields[field], word))}::tsquery`;
}

/** In either order. */
function nearby({ left, right, distance }: Extract<Query, { kind: "near" }>): Condition {
  const [one, other] = [`(${lexemes(left)})`, `(${lexemes(right)})`];
  const ways = Array.from({ length: distance }, (_, at) => [`(${one} <${at + 1}> ${other})`, `(${other} <${at + 1}> ${one})`]);
  return inText(ways.flat().join(" | "), left, right);
}

function dated({ from, before }: Extract<Query, { kind: "date" }>): Condition {
  const parts = [
    ...(from === null ? [] : [sql`document.dated_at >= ${from}::date::timestamp at time zone 'utc'`]),
    ...(before === null ? [] : [sql`document.dated_at < ${before}::date::timestamp at time zone 'utc'`]),
  ];
  return sql`coalesce(${sql.join(parts, sql` and `)}, false)`;
}

/** What people call it stands for several kinds. */
const groups: Record<string, readonly string[]> = {
  email: ["email", "msg"],
  word: ["docx", "doc", "odt", "rtf"],
  excel: ["xlsx", "xls", "table"],
  powerpoint: ["pptx", "ppt"],
  pdf: ["pdf", "locked-pdf"],
  picture: ["image"],
};

function typed(type: string): Condition {
  return sql`document.kind in (${sql.join(groups[type] ?? [type])})`;
}

function coded(code: string): Condition {
  const own = sql`select 1 from discovery_codings as coding where coding.document_id = document.id`;
  if (code === "none") return sql`not exists (${own})`;
  return sql`exists (${own} and (coding.code = ${code} or coding.code in (select id::text from discovery_issues
    where discovery_issues.collection_id = document.collection_id and removed_at is null and ${says(sql`name`, code)})))`;
}

const marked: Record<Mark, Condition> = {
  attachment: sql`document.attachments > 0`,
  duplicate: sql`document.duplicate_of is not null`,
  "near-duplicate": sql`document.near_id is not null`,
  thread: sql`document.thread_id is not null`,
  exception: sql`document.problem is not null`,
};
