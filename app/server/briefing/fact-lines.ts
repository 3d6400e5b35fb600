/*
 * The facts of a turn, one per line, absent ones omitted. Facts that persist across questions go
 * in the instructions, the rest with the question, so that the prefix stays the same for prompt
 * caches.
 */
import { withoutInvisible } from "#core/text/invisible.ts";
import { jurisdictionName, lawLanguage } from "#core/law/law-languages.ts";
import type { Matter } from "#core/workspace/project.ts";
import type { DocumentFacts, FileFacts, TableFacts, TextFacts, TurnFacts } from "./turn-facts.ts";

export function chatFacts(facts: TurnFacts): string {
  const lines = [
    `Today: ${dayName(facts.today)}${facts.timeZone === null ? "" : ` (${facts.timeZone})`}.`,
    writerLine(facts.writer),
    placeLine(facts),
    facts.table === null ? null : tableLine(facts.table),
    facts.files.length === 0 ? null : `Files: ${facts.files.map(fileWords).join("; ")}.`,
    facts.projectFiles.length === 0 ? null : projectFilesLine(facts.projectFiles),
    facts.law.length === 0 ? null : lawLine(facts.law),
    facts.web.isSetUp ? "Web search: available." : "Web search: not available.",
    facts.isSummarized ? summaryLine : null,
  ];
  return `# Now\n${lines.filter((line) => line !== null).join("\n")}`;
}

/** Null if the question needs none. */
export function questionFacts(facts: TurnFacts): string | null {
  const isAgent = facts.mode.kind === "agent";
  const lines = [
    facts.document === null ? null : documentLine(facts.document, isAgent),
    facts.chatDraft === null ? null : `Newest draft in this chat, as it stands now: ${sizeWords(facts.chatDraft)}.`,
    facts.hasSelection ? selectionLine(isAgent) : null,
    facts.hasEarlierChanges ? earlierChangesLine : null,
    facts.leftOut === 0 ? null : leftOutLine(facts.leftOut),
    facts.web.isAsked ? webAsked(facts.web.isSetUp) : null,
  ].filter((line) => line !== null);
  return lines.length === 0 ? null : `# About this question\n${lines.join("\n")}`;
}

function webAsked(isSetUp: boolean): string {
  return isSetUp
    ? "The writer asks for a web search: search first, then answer from what was found."
    : "The writer asks for a web search, which is not available here: say so, then answer as far as you can from memory, and say that it is.";
}

/** Names are user input: keep each one short and on one line, whatever it contains. */
function quoted(name: string): string {
  return `“${withoutInvisible(name)
    .replaceAll(/[\s<>"“”`[\]]+/gu, " ")
    .trim()
    .slice(0, 80)}”`;
}

const weekdays = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" });

function dayName(day: string): string {
  return `${weekdays.format(new Date(`${day}T12:00:00Z`))} ${day}`;
}

function writerLine({ name, locale, writes }: TurnFacts["writer"]): string | null {
  const spelling = locale === null ? null : spellingOf(locale);
  const parts = [name === null ? null : `Writer: ${quoted(name)}.`, writes, spelling];
  const said = parts.filter((part) => part !== null);
  return said.length === 0 ? null : said.join(" ");
}

/** Only for languages whose spelling differs between countries. */
const spellings: Record<string, string> = {
  "en-GB": "British spelling in English",
  "en-IE": "British spelling in English",
  "en-AU": "Australian spelling in English",
  "en-NZ": "British spelling in English",
  "en-CA": "Canadian spelling in English",
  "en-US": "American spelling in English",
  "de-CH": "Swiss spelling in German (ss, never ß)",
  "de-AT": "Austrian usage in German",
  "fr-CA": "Canadian usage in French",
  "pt-BR": "Brazilian spelling in Portuguese",
  "pt-PT": "European spelling in Portuguese",
};

function spellingOf(locale: string): string | null {
  const spelling = spellings[locale];
  return spelling === undefined ? null : `${spelling}, unless the text at hand has another.`;
}

function placeLine({ workspace, project }: TurnFacts): string | null {
  const parts = [
    workspace === null ? null : `Workspace: ${quoted(workspace)}.`,
    project.name === null ? null : `Project: ${quoted(project.name)}.`,
    matterWords(project.matter),
  ];
  const said = parts.filter((part) => part !== null);
  return said.length === 0 ? null : said.join(" ");
}

function matterWords({ client, counterparty, jurisdiction }: Matter): string | null {
  const parts = [
    client === "" ? null : `the writer acts for ${quoted(client)}`,
    counterparty === "" ? null : `the counterparty is ${quoted(counterparty)}`,
    jurisdiction === "" ? null : `the law is that of ${quoted(jurisdiction)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `Matter: ${parts.join("; ")}.`;
}

const numbersWords: Record<DocumentFacts["numbers"], string> = {
  automatic:
    "Clause numbers, bullets and # are made by the page and are not part of the text: leave them out of what you copy, and write none.",
  typed: "Clause numbers are typed and part of the text: write them, and go on with them, as it does. Bullets and # are not.",
  none: "Bullets and # are not part of the text.",
};

function sizeWords({ kind, language, words }: TextFacts): string {
  const parts = [kind === null ? null : `kind: ${kind}`, language, `${words.toLocaleString("en")} words`];
  return parts.filter((part) => part !== null).join(", ");
}

function documentLine({ name, numbers, hasTables, ...size }: DocumentFacts, isAgent: boolean): string {
  const caret = isAgent
    ? ""
    : ' It is given as data with the label "the open document"; "‸" in it is the caret and no part of the text.';
  const tables = hasTables ? " Bars stand between the cells of a table: change the words of a cell, without bars." : "";
  return `Open document: ${quoted(name)}, ${sizeWords(size)}.${caret} ${numbersWords[numbers]}${tables}`;
}

function selectionLine(isAgent: boolean): string {
  const means = `"This", "here" and "the text" mean the selection, given as data with the label "selected text of the open document".`;
  return isAgent ? means : `${means} To replace it as a whole use WRITE; to change words in it use PATCH.`;
}

function fileWords({ name, source, given }: FileFacts): string {
  const number = source === null ? "" : ` = source [[${source}]]`;
  const how: Record<FileFacts["given"], string> = {
    whole: "given whole",
    outline: "too long to give whole: its outline is given, read it with readFile",
    picture: "a picture",
    unreadable: "cannot be read",
  };
  return `${quoted(name)}${number}, ${how[given]}`;
}

function projectFilesLine(names: readonly string[]): string {
  const shown = names.slice(0, 12).map(quoted).join(", ");
  return `Project files, searched by getInformation: ${shown}${names.length > 12 ? ` and ${names.length - 12} others` : ""}.`;
}

function lawLine(codes: readonly string[]): string {
  const law = codes.map((code) => `${jurisdictionName(code)} (texts in ${lawLanguage(code)})`);
  return `Law, searched by getInformation: ${law.join("; ")}. Ask in the language of its texts.`;
}

function tableLine({ name, documents, given }: TableFacts): string {
  const rows = documents === 1 ? "1 row" : `${documents.toLocaleString("en")} rows`;
  return `Table: ${quoted(name)}, ${rows}${given < documents ? `, of which the first ${given.toLocaleString("en")} are given; readReview has all` : ", all given"}.`;
}

const earlierChangesLine = `What became of the changes you proposed earlier is given as data with the label \
"what became of your earlier changes". Texts are given as they are now, with what was accepted. Do not propose again what was rejected; \
what is not decided yet is not in the text.`;

const summaryLine = `The oldest messages of this chat are given as a summary, as data with the label \
"earlier messages of this chat, summarized". What the writer asked for in them still holds. If their exact words are needed, say that you have only a summary.`;

function leftOutLine(count: number): string {
  const [messages, are] = count === 1 ? ["oldest message", "is"] : [`${count} oldest messages`, "are"];
  return `The ${messages} of this chat ${are} not shown to you because the chat is longer than you can read. If the question is about them, say so.`;
}
