/* Describes a run: how the text came about, from whom, for what, and when. */
import type { Origin, OriginKind } from "./authorship.ts";
import { dayAndTime } from "../text/day-and-time.ts";

export const kindWords: Record<OriginKind, string> = {
  typed: "Typed",
  pasted: "Pasted",
  imported: "Imported",
  proposed: "Proposed by a model",
  quoted: "Quoted",
  unknown: "Unknown",
};

export function originWords(origin: Origin, timeZone?: string): string {
  const when = (moment: string) => dayAndTime(moment, timeZone);
  switch (origin.kind) {
    case "typed":
      return "Typed";
    case "unknown":
      return "Origin unknown";
    case "pasted":
      return `Pasted from ${origin.from ? `the draft “${origin.from.name}”` : "elsewhere"}, ${when(origin.at)}`;
    case "imported":
      return `${importedWords(origin)}, ${when(origin.at)}`;
    case "proposed":
      return `${proposedWords(origin)}, ${viaWords[origin.via]} ${when(origin.at)}`;
    case "quoted": {
      const place = origin.place === undefined ? "" : `, ${origin.place}`;
      const by = origin.model === undefined ? "pasted" : `by ${origin.model}, accepted`;
      return `Quoted from ${origin.source}${place}, ${by} ${when(origin.at)}`;
    }
  }
}

function importedWords({ author, file }: Extract<Origin, { kind: "imported" }>): string {
  if (author !== undefined) return `Proposed by ${author}${file === undefined ? "" : ` in ${file}`}, accepted`;
  return file === undefined ? "Imported" : `From the file ${file}`;
}

function proposedWords({ via, model, prompt }: Extract<Origin, { kind: "proposed" }>): string {
  const verb = via === "write" || via === "agent" ? "Written" : "Proposed";
  return `${verb} by ${model || "a model"}${prompt === "" ? "" : ` for “${prompt}”`}`;
}

const viaWords: Record<Extract<Origin, { kind: "proposed" }>["via"], string> = {
  change: "accepted",
  selection: "accepted",
  write: "inserted",
  agent: "applied",
  answer: "taken from the answer",
};
