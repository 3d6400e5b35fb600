/*
 * Finds what is relevant to a question in the chat's files and selected law, each passage with its
 * source and exact location. Unreadable files are listed with the reason, so that silence isn't
 * mistaken for absence.
 */
import { z } from "zod";
import type { ChatFile, ReadFile } from "../files/chat-files.ts";
import { jurisdictionCode } from "#core/law/law-languages.ts";
import { fileOutline, filePartsOf } from "#core/sources/file-outline.ts";
import { topicsIn } from "#core/sources/search-topics.ts";
import { lawSentences } from "../knowledge/law-sentences.ts";
import { filePassages } from "./file-passages.ts";
import { lawPassages } from "./law-passages.ts";
import type { ChosenLawFilter, FileFilter, Tool, ToolContext } from "./tool.ts";

const input = z.object({
  query: z.string().min(1).max(2_000).describe("The question, or the words to look for."),
  limit: z.int().min(1).max(20).default(6).describe("How many passages at most."),
  in: z.enum(["everything", "files", "law"]).default("everything").describe("Where to look."),
  project: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "Look in the files of this project of the writer's alone, called by its name or id. Only where project files are searched.",
    ),
  uploadedFrom: z.iso.date().optional().describe("Only files uploaded on this day or later."),
  uploadedTo: z.iso.date().optional().describe("Only files uploaded on this day or earlier."),
  jurisdictions: z
    .array(z.string().max(60).transform(jurisdictionCode))
    .min(1)
    .max(6)
    .optional()
    .describe("Only the law of these of the chosen jurisdictions: EU, SE, GB, NL, DE, US."),
  lawSources: z
    .array(z.string().max(60))
    .min(1)
    .max(10)
    .optional()
    .describe(
      "Only law from these sources: eurlex, swedish-law, swedish-bills, swedish-courts, legislation.gov.uk, wetten, rechtspraak, gesetze-im-internet, neuris, edgar.",
    ),
  inForceOn: z.iso.date().optional().describe("Law as it was in force on this day, each section in its wording of then."),
});
type Input = z.infer<typeof input>;

export const getInformationTool: Tool<Input> = {
  name: "getInformation",
  description:
    "Searches the files attached to this chat, and the law of the jurisdictions chosen for it, and answers with verbatim passages, each with the number to cite it by as [[n]] and its place. Answers found: false when nothing bears on the question; say so then, and do not guess. Answers found: nearest or unsettled when few words of the question stand in the files, or none: read the passages under nearest, or look through the outlines, before you say that it is not there. Say first what notHad says: that law is named which could not be had. Tell the reader what notices say (law of an earlier day, a source that was not reached, that nothing stored answers). Passages under nearest only come closest. Several topics, with semicolons between them, are answered topic by topic; a passage is given once, with all topics it bears on, and topics of which nothing was found are under unsettled.",
  input,
  async execute(asked, context) {
    const { query, limit } = asked;
    if (asked.project !== undefined && !context.fileSearch.searchesProject)
      throw new Error("The writer has not turned on the search of project files, so no project is searched.");
    const files = asked.in === "law" ? [] : await context.files();
    const readable = files.filter((file): file is ReadFile => "document" in file);
    const { project, uploadedFrom, uploadedTo, jurisdictions, lawSources: sources, inForceOn } = asked;
    const where: Where = {
      place: asked.in,
      readable,
      filter: { project, uploadedFrom, uploadedTo },
      law: { jurisdictions, sources, inForceOn },
    };
    const topics = topicsIn(query);
    const share = topics.length === 1 ? limit : Math.max(passagesOfTopic, Math.floor(limit / topics.length));
    const found: Found[] = [];
    for (const topic of topics) found.push(await lookFor(topic, share, where, context));
    const notHad = [...new Set(found.flatMap((one) => one.notHad))];
    const nothing = () =>
      notHad.length > 0
        ? { found: false as const, reason: notHad.join(" ") }
        : { ...toLookThrough(asked.in === "law" ? [] : readable), reason: reasonForNothing(asked, files, readable, context) };
    return { ...(notHad.length > 0 && { notHad }), ...resultOf(found, nothing), ...saidOf(files, found) };
  },
};

/** The minimum number of passages for each of several topics. */
const passagesOfTopic = 4;

type Where = { place: Input["in"]; readable: readonly ReadFile[]; filter: FileFilter; law: ChosenLawFilter };
type Passage =
  | Awaited<ReturnType<typeof filePassages>>["passages"][number]
  | Awaited<ReturnType<typeof lawPassages>>["passages"][number];
type Found = {
  topic: string;
  passages: Passage[];
  nearest: Passage[];
  notices: string[];
  /** That the law it names could not be had. */
  notHad: string[];
  unread: { name: string; reason: string }[];
  /** Where else the topic's words occur, by file and heading. */
  elsewhere: string[];
};

async function lookFor(
  topic: string,
  limit: number,
  { place, readable, filter, law }: Where,
  context: ToolContext,
): Promise<Found> {
  const inFiles =
    place === "law"
      ? { passages: [], unread: [], nearest: [], elsewhere: [] }
      : await filePassages({ query: topic, limit, filter }, readable, context);
  const inLaw =
    place === "files"
      ? { passages: [], notices: [], isNearest: false, notHad: [] }
      : await lawPassages({ query: topic, limit, filter: law }, context);
  return {
    topic,
    passages: [...inFiles.passages, ...(inLaw.isNearest ? [] : inLaw.passages)],
    nearest: [...inFiles.nearest, ...(inLaw.isNearest ? inLaw.passages : [])],
    notices: inLaw.notices,
    notHad: inLaw.notHad,
    unread: inFiles.unread,
    elsewhere: inFiles.elsewhere,
  };
}

/** That no word of a question stands in a file does not say that its clause is not there under another name. */
function toLookThrough(readable: readonly ReadFile[]) {
  if (readable.length === 0) return { found: false as const, next: askAgain };
  const outlines = readable.slice(-mostOutlines).map(({ name, document }) => ({
    document: name,
    parts: fileOutline(filePartsOf(document), mostLines),
  }));
  return { found: "unsettled" as const, next: lookThrough, outlines };
}

const mostOutlines = 3;
const mostLines = 80;

const lookThrough =
  "Ask once more in the words that the text itself would use, in its language. If that finds nothing either, look through the outlines, and read the parts that may hold it, before you tell the writer that it is not there.";

const readNearest =
  "Read the passages under nearest first: they may say it in other words. If they do not, ask once more in the words that the text itself would use, in its language, before you tell the writer that it was not found.";

const askAgain =
  "Ask once more in the words that the text itself would use, in its language. If that finds nothing either, tell the writer that it is not there.";

function more({ elsewhere }: Pick<Found, "elsewhere">): { elsewhere?: string[] } {
  return elsewhere.length === 0 ? {} : { elsewhere };
}

type Nothing = { found: false | "unsettled"; reason: string };

/** One question gets a flat list; several get one list per topic. */
function resultOf(found: readonly Found[], nothing: () => Nothing) {
  const [only] = found;
  const isFound = found.some(({ passages }) => passages.length > 0);
  const isNear = found.some(({ nearest }) => nearest.length > 0);
  const how = isFound ? { found: true as const } : isNear ? { found: "nearest" as const, next: readNearest } : nothing();
  if (found.length === 1 && only !== undefined) {
    const nearest = only.nearest.length > 0 && { nearest: only.nearest };
    return { ...how, passages: only.passages, ...nearest, ...more(only) };
  }
  const given = passagesOnce(found);
  const lacking = found.filter(({ passages, nearest }) => passages.length + nearest.length === 0);
  // Of one topic as of one question: that none of its words was found does not say that it is not there.
  const without = lacking.length === 0 || how.found === "unsettled" || how.found === false ? undefined : nothing();
  return {
    ...how,
    ...(without !== undefined && { unsettled: { topics: lacking.map(({ topic }) => topic), ...without } }),
    passages: given,
    topics: found.map(({ topic, passages, nearest, elsewhere }) => ({
      topic,
      found: passages.length > 0 ? true : nearest.length > 0 ? "nearest" : (without ?? how).found,
      ...(passages.length > 0 && more({ elsewhere })),
      ...(passages.length === 0 && nearest.length > 0 && { nearest: withoutGiven(nearest, given) }),
    })),
  };
}

type Given = Passage & { /** Those it bears on. */ topics: string[] };

/** Each passage once, though it may bear on several topics. */
function passagesOnce(found: readonly Found[]): Given[] {
  const given: Given[] = [];
  for (const { topic, passages } of found) {
    for (const passage of passages) {
      const at = given.findIndex((one) => isWithin(passage, one) || isWithin(one, passage));
      const known = given[at];
      if (known === undefined) given.push(Object.assign({ topics: [topic] }, passage));
      else
        given[at] = Object.assign(isWithin(passage, known) ? known : { ...passage, topics: known.topics }, {
          topics: [...new Set([...known.topics, topic])],
        });
    }
  }
  return given;
}

/** What is given among the passages is only referred to, by the topics it is given under. */
function withoutGiven(nearest: readonly Passage[], given: readonly Given[]) {
  return nearest.map((passage) => {
    const same = given.find((one) => isWithin(passage, one));
    return same === undefined
      ? passage
      : { cite: passage.cite, document: passage.document, heading: passage.heading, givenUnder: same.topics };
  });
}

function isWithin(one: Passage, other: Passage): boolean {
  return one.sourceId === other.sourceId && one.start >= other.start && one.end <= other.end;
}

function saidOf(files: readonly ChatFile[], found: readonly Found[]) {
  const notHad = new Set(found.flatMap((one) => one.notHad));
  const notices = [...new Set(found.flatMap((one) => one.notices))].filter((notice) => !notHad.has(notice));
  const unread = found.flatMap((one) => one.unread);
  const unreadable = [
    ...files.flatMap(reasonOf),
    ...unread.filter((one, at) => unread.findIndex(({ name }) => name === one.name) === at),
  ];
  return { unreadable, ...(notices.length > 0 && { notices }) };
}

/** Mentions only the sources that were searched. */
function reasonForNothing(
  { in: place, query }: Pick<Input, "in" | "query">,
  files: readonly ChatFile[],
  readable: readonly ReadFile[],
  { law, fileSearch }: ToolContext,
): string {
  const say = lawSentences(query, law.chosen);
  const hasLaw = law.chosen.length > 0;
  const inLaw = hasLaw ? say.nothingAnswers(law.chosen) : say.noLawChosen;
  if (place === "law" || (hasLaw && files.length === 0 && !fileSearch.searchesProject)) return inLaw;
  const inFiles = reasonInFiles();
  return place === "files" || (!hasLaw && files.length > 0) ? inFiles : `${inFiles} ${inLaw}`;

  function reasonInFiles(): string {
    if (fileSearch.searchesProject && readable.length === 0) return say.nothingInProject;
    if (files.length === 0) return say.noFile;
    return readable.length === 0 ? say.noReadableFile : say.nothingInFiles(readable.map((one) => one.name));
  }
}

/** For a file that was read in part: what wasn't read. */
function reasonOf(file: ChatFile): { name: string; reason: string }[] {
  const reason = "unreadable" in file ? file.unreadable : file.document.notice && `“${file.name}”: ${file.document.notice}`;
  return reason ? [{ name: file.name, reason }] : [];
}
