/*
 * What a claim leaves out of the very sentence it repeats. "The landlord may
 * terminate" stands word for word in "The landlord may terminate, unless the
 * rent is paid"; without its exception it says more than the source.
 */
import type { Range } from "../law/quotation.ts";
import { signsIn } from "../signs/signs.ts";
import type { Sign } from "../signs/sign.ts";

export type Rest = { /** The word that decides. */ decider: Sign; /** What was left out. */ words: string };

/** How much is read on either side. */
const longest = 600;

/** What the clause goes on to say, or its exception, in front of a stretch of the source or behind it. */
export function decidingRest(content: string, { start, end }: Range): Rest | undefined {
  const behind = behindOf(content, end);
  const before = beforeOf(content, start);
  for (const words of [behind, before]) {
    const decider = signsIn(words).find(decides);
    if (decider !== undefined) return { decider, words: words.trim().replace(/^[,(]\s*/, "") };
  }
  return undefined;
}

const decides = ({ kind, key }: Sign) =>
  kind === "negation" || key === "exception:unless" || key === "force:forbid" || key === "force:exempt";

/** The rest of the clause, and of a clause behind it that begins with an exception. */
function behindOf(content: string, end: number): string {
  if (/[.;:!?]["”“’»]?$/.test(content.slice(Math.max(0, end - 2), end))) return "";
  const rest = sentenceRest(content.slice(end, end + longest));
  const comma = /[,(–—]/.exec(rest);
  if (comma === null) return rest;
  const next = rest.slice(comma.index);
  const isException = signsIn(next).find(({ clause }) => clause <= 1)?.kind === "exception";
  return isException ? rest : rest.slice(0, comma.index);
}

/** Up to a full stop, a semicolon, or the end of the paragraph. */
function sentenceRest(text: string): string {
  const end = /[;:!?]|\.(?=\s+[\p{Lu}\d(§]|\s*$)|\n\s*\n|\n(?=[^\S\n]*(?:[-*•–]|\(?\p{L}\)|\(?\d))/u.exec(text);
  return end === null ? text : text.slice(0, end.index);
}

/** The beginning of the clause. */
function beforeOf(content: string, start: number): string {
  const text = content.slice(Math.max(0, start - longest), start);
  const begins = Math.max(
    ...[",", ";", ":", "(", ")", "\n", "–", "—", ". ", "! ", "? ", "“", "„", '"'].map(
      (sign) => text.lastIndexOf(sign) + sign.length,
    ),
    0,
  );
  return text.slice(begins);
}
