/* Searches of files, law and the web: the passages found and where they are. */
import { webSearchNotSetUp, webSearchWithheld } from "../../composer/web-search-obstacle.ts";
import { countOf, fieldsOf, listIn, numberIn, wordListIn, wordsIn, type Fields } from "./fields.ts";
import type { Shown } from "./shown-report.ts";
import type { ShownPassage, ToolPart } from "./shown-report.ts";
import { webResultsIn } from "./web-results.tsx";

export function informationReport(result: Fields): Shown {
  const passages = listIn(result["passages"]);
  const nearest = listIn(result["nearest"]);
  const topics = listIn(result["topics"]);
  const unread = listIn(result["unreadable"]).map(({ name, reason }) => wordsIn(reason) || wordsIn(name));
  const parts: ToolPart[] = [
    ...(topics.length > 1 ? topics.flatMap((topic) => topicParts(topic, passages)) : [passagesPart("Passages", passages)]),
    { kind: "notes", label: "Why", notes: passages.length > 0 ? [] : [wordsIn(result["reason"])].filter(Boolean) },
    passagesPart("Closest passages", nearest),
    { kind: "notes", label: "More matches in", notes: wordListIn(result["elsewhere"]) },
    { kind: "notes", label: "Could not be read in full", notes: unread.filter(Boolean) },
  ];
  const notices = wordListIn(result["notices"]);
  const isClose = nearest.length > 0 || topics.some((topic) => listIn(topic["nearest"]).length > 0);
  if (passages.length === 0)
    return { outcome: "nothing", title: isClose ? "Only similar passages found" : "Nothing found", notices, parts };
  return { title: `${countOf(passages.length, "passage")} found in ${documentsOf(passages)}`, notices, parts };
}

export function webReport(result: Fields): Shown {
  if (result["available"] === false) {
    const why = result["isWithheld"] === true ? webSearchWithheld : webSearchNotSetUp;
    return { outcome: "failed", title: "Nothing was searched", notices: [why] };
  }
  const pages = webResultsIn(result) ?? [];
  if (pages.length === 0) return { outcome: "nothing", title: "No pages found" };
  return {
    title: `${countOf(pages.length, "page")} found`,
    parts: [{ kind: "pages", label: "Pages", pages }, passagesPart("Passages", listIn(result["passages"]))],
  };
}

function topicParts({ topic, nearest, elsewhere }: Fields, passages: readonly Fields[]): ToolPart[] {
  const about = wordsIn(topic);
  const own = passages.filter((passage) => passage["topic"] === topic || wordListIn(passage["topics"]).includes(about));
  return [
    passagesPart(about, own),
    { kind: "notes", label: about, notes: own.length > 0 ? [] : ["Nothing found."] },
    passagesPart("Closest passages", listIn(nearest)),
    { kind: "notes", label: "More matches in", notes: wordListIn(elsewhere) },
  ];
}

function passagesPart(label: string, passages: readonly Fields[]): Extract<ToolPart, { kind: "passages" }> {
  return { kind: "passages", label, passages: passages.map(passageOf).filter(({ text }) => text !== "") };
}

function passageOf(passage: Fields): ShownPassage {
  const { text, sentence, document, heading, page, pinpoint, note } = passage;
  const at = numberIn(page);
  const place = wordsIn(pinpoint)
    ? [wordsIn(pinpoint)]
    : [wordsIn(document), at === null ? "" : `page ${at}`, wordsIn(heading)].filter(Boolean);
  return { text: wordsIn(text) || wordsIn(sentence), place: place.join(" · "), note: wordsIn(note) };
}

function documentsOf(passages: readonly Fields[]): string {
  const names = [...new Set(passages.map((passage) => wordsIn(fieldsOf(passage)["document"])).filter(Boolean))];
  if (names.length === 0) return "your sources";
  return names.length <= 2 ? names.join(" and ") : `${names.length} documents`;
}
