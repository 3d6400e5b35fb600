/* Checks that end in corrections: those with a replacement, and those left to the writer. */
import { countOf, listIn, numberIn, wordListIn, wordsIn, type Fields } from "./fields.ts";
import type { Shown } from "./shown-report.ts";
import type { ShownChange, ShownFinding, ToolPart } from "./shown-report.ts";

export function rewriteReport(result: Fields): Shown {
  const line = numberIn(result["grammarCheckedToLine"]);
  const words = numberIn(result["hiddenSpellings"]) ?? 0;
  const notes = [
    ...(line === null ? [] : [`Grammar was checked up to line ${line.toLocaleString("en")}.`]),
    ...(words === 0 ? [] : [`${countOf(words, "unknown word")} (names, terms, repeated words) not listed.`]),
  ];
  return checked(result, "correction", "Nothing to correct", notes);
}

export function humanizeReport(result: Fields): Shown {
  return checked(result, "plainer wording", "Nothing to simplify", []);
}

function checked(result: Fields, noun: string, nothing: string, notes: string[]): Shown {
  const changes = listIn(result["patches"]).map(changeOf);
  const findings = findingsIn(result["worthALook"]);
  const review = findings.length === 0 ? "" : countOf(findings.length, "issue");
  const parts: ToolPart[] = [
    { kind: "changes", label: "Changes", changes },
    { kind: "findings", label: "To review", findings },
    { kind: "notes", label: "Limits", notes: [...notes, ...wordListIn(result["limits"])] },
  ];
  if (changes.length === 0 && review === "") return { outcome: "nothing", title: nothing, parts };
  if (changes.length === 0) return { title: `${review} to review`, parts };
  const found = `${countOf(changes.length, noun)} found`;
  return { title: review === "" ? found : `${found}, ${review} to review`, parts };
}

export function findingsIn(value: unknown): ShownFinding[] {
  return listIn(value).map(({ text, reason, explanation, line }) => ({
    text: wordsIn(text),
    reason: wordsIn(reason) || wordsIn(explanation),
    line: numberIn(line),
  }));
}

function changeOf({ original, replacement, summary }: Fields): ShownChange {
  return { original: wordsIn(original), replacement: wordsIn(replacement), summary: wordsIn(summary) };
}
