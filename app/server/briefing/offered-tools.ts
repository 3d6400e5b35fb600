/*
 * The tools offered in a turn: those that are useful in it, with descriptive names, when to use
 * them, when not to, and an example. `name` is the internal name used in messages and on the
 * screen.
 */
import type { AgentToolName } from "#core/agent/agent.ts";
import type { ToolName } from "#core/chat/message.ts";
import type { TurnFacts } from "./turn-facts.ts";

export type OfferedName = ToolName | AgentToolName | "readFile" | "readReview";

export type OfferedTool = {
  name: OfferedName;
  /** The name the model sees. */
  as: string;
  description: string;
  /** Input fields that are meaningless in this turn. */
  without: readonly string[];
  /** Whether its results can be cited. */
  brings: "sources" | null;
};

/** `draft` would be confused with the marker, and `rewrite` and `humanize` with what the model does itself. */
export const modelToolNames: Partial<Record<OfferedName, string>> = {
  draft: "skeleton",
  evaluate: "measureText",
  rewrite: "checkLanguage",
  humanize: "checkStyle",
};

/** What the model calls a tool. */
export function modelNameOf(name: string): string {
  return Object.hasOwn(modelToolNames, name) ? modelToolNames[name as OfferedName]! : name;
}

export function offeredTools(facts: TurnFacts): OfferedTool[] {
  const isAgent = facts.mode.kind === "agent";
  const isNewText = facts.choices.draftMode || facts.choices.writingType !== null;
  const isOutlined = facts.files.some(({ given }) => given === "outline");
  // What is given whole can be read and cited as it is.
  const isSearchable = isOutlined || facts.projectFiles.length > 0 || facts.law.length > 0;
  // Nothing but the table and what is attached answers there.
  if (facts.table !== null) return [readReview, ...(isOutlined ? [getInformation(facts), readFile] : [])];
  const checks = isAgent || facts.hasText;
  return [
    ...(isAgent ? agentTools : []),
    ...(isSearchable ? [getInformation(facts)] : []),
    ...(isOutlined || facts.projectFiles.length > 0 ? [readFile] : []),
    ...(facts.web.isSetUp ? [webSearch] : []),
    ...(isNewText && !isAgent ? [skeleton] : []),
    ...(checks ? checkTools : []),
  ];
}

function offered(
  name: OfferedName,
  description: string,
  { without = [], brings = null }: Partial<Pick<OfferedTool, "without" | "brings">> = {},
): OfferedTool {
  return { name, as: modelNameOf(name), description, without, brings };
}

/** In the language of the texts. */
const lawExamples: Record<string, string> = {
  SE: "uppsägning av lokal",
  DE: "Kündigung von Geschäftsräumen",
  NL: "opzegging huur bedrijfsruimte",
};

function getInformation({ files, projectFiles, law }: TurnFacts): OfferedTool {
  const hasFiles = files.some(({ source }) => source !== null);
  const isProject = projectFiles.length > 0;
  const places = [
    files.some(({ given }) => given === "outline") ? "the attached files" : null,
    isProject ? "the project's files" : null,
    law.length > 0 ? "the law" : null,
  ];
  const where = places.filter((place) => place !== null).join(", ");
  const both = law.length > 0 && (hasFiles || isProject);
  const query = law.length > 0 ? (lawExamples[law[0]!] ?? "notice to end a lease") : "termination for convenience";
  const example = JSON.stringify({ query, ...(both && { in: "law" }) });
  const without = [
    ...(isProject ? [] : ["project", "uploadedFrom", "uploadedTo"]),
    ...(law.length > 0 ? [] : ["jurisdictions", "lawSources", "inForceOn"]),
    ...(both ? [] : ["in"]),
  ];
  const whole = files.some(({ given }) => given === "whole") ? " Not for a file that is given whole: read that." : "";
  const notHad = law.length > 0 ? " Say first what notHad says: law that is named and could not be had." : "";
  const unsettled =
    hasFiles || isProject
      ? "found: nearest or unsettled means that few words of the question stand there, or none: read what is under nearest, or look through the outlines, before you say that it is not there. "
      : "";
  return offered(
    "getInformation",
    `Searches ${where}; answers verbatim passages, each with the number to cite it by. Several topics in one question, with semicolons between them, are answered topic by topic; a passage is given once, with all topics it bears on. Passages under nearest only come closest. ` +
      `${unsettled}found: false means nothing bears on the question: say so. Say what notices say, as they concern the reader.${notHad}${whole} Example: ${example}`,
    { without, brings: "sources" },
  );
}

const readFile = offered(
  "readFile",
  'Reads a file that is not given whole: its outline with the numbers of its clauses; parts by the ids of the outline; or clauses by their numbers, up to 8,000 words at a time. Use it to go through a part or to follow a reference to a clause; to find something, use getInformation. Example: {"file": "lease.pdf", "clauses": ["8.2", "14"]}',
  { brings: "sources" },
);

const readReview = offered(
  "readReview",
  'Reads the table: the rows that meet filters, how often each value is in a column (counted exactly), or the words that the cells of one row stand on; each cell with the number to cite it by. For every count, for rows that are not given, and before you rely on more than a cell says. values are answers as the cells give them; from and to compare dates, numbers, periods and amounts. Examples: {"get": "count", "column": "Governing law"}; {"get": "rows", "filters": [{"column": "Ends", "to": "2026-12-31"}], "columns": ["Ends"]}; {"get": "passages", "row": 3}',
  { brings: "sources" },
);

const webSearch = offered(
  "webSearch",
  'Searches the web and reads the pages it finds; answers verbatim passages, each with the number to cite it by. For what is recent or must be looked up, not for what the files or the law here hold. Example: {"query": "Riksbank policy rate November 2026"}',
  { brings: "sources" },
);

const skeleton = offered(
  "draft",
  'Gives the skeleton of a kind of text (headings, slots, word targets) or a legal template with [placeholders]. For a long or formal text; not for a short one. It writes nothing: answer with a DRAFT of your own. Example: {"type": "Essay", "topic": "night trains", "words": 1200}',
);

const checkTools = [
  offered(
    "evaluate",
    'Counts and checks a text by rules: readability, long sentences, defined terms, clause references, figures, unpaired marks, and how many citations of this chat are verified. For questions about those; not for an opinion. Example: {"checks": ["readability"]}',
  ),
  offered(
    "rewrite",
    'Finds errors of grammar, spelling and spacing by rules, with corrections. For proofreading a longer text; it rewrites nothing. Example: {"goal": "correct"}',
  ),
  offered(
    "humanize",
    'Finds wordy phrases, clichés and machine-made wording by rules, with plainer words. For "make it plainer" on a longer text; tone and rhythm are your own work. Example: {"mode": "auto"}',
  ),
];

const agentTools = [
  offered("plan", "Says what you will do, and where, as a short numbered list. Once, in the first step."),
  offered(
    "readDocument",
    'The text of sections as it is now, with the changes you have proposed, up to 8,000 words at a time. What was proposed before and is not decided yet is listed as pending: propose nothing for those words. Example: {"item": 1, "sections": ["s2", "s3"]}',
  ),
  offered(
    "checkDocument",
    "Checks the whole document by rules: defined terms, references to clauses, numbering, figures, unpaired marks. Gives patches where only one thing can be meant, and findings for you to judge. Use it before the first change and after the last.",
  ),
  offered(
    "proposeChanges",
    "Proposes changes; each names the words it replaces. One that cannot be found or is not certain is refused with the reason, and the others are kept.",
  ),
];
