/* One deletion over several runs of a paragraph is one element, as Word writes it, with the markers between them in it. */
import { scanXml, type Edit } from "../../files/readers/xml-scan.ts";

const markers = /^(?:bookmark(?:Start|End)|commentRange(?:Start|End)|perm(?:Start|End)|proofErr)$/;
const close = "</w:del>";

/** `edits` of runs. Deletions that came stay as they are. */
export function withJoinedDeletions(xml: string, edits: readonly Edit[]): Edit[] {
  const joined = edits.map(({ from, to, text }): Edit => ({ from, to, text })).sort((a, b) => a.from - b.from || a.to - b.to);
  for (const [i, next] of joined.entries()) {
    const last = joined[i - 1];
    if (last === undefined || !last.text.endsWith(close) || !next.text.startsWith("<w:del ")) continue;
    const opens = next.text.slice(0, next.text.indexOf(">") + 1);
    const begun = last.text.slice(last.text.lastIndexOf("<w:del "));
    const isSame = stampIn(begun.slice(0, begun.indexOf(">") + 1)) === stampIn(opens) && stampIn(opens) !== null;
    if (!isSame || !hasOnlyMarkers(xml, last.to, next.from)) continue;
    last.text = last.text.slice(0, -close.length);
    next.text = next.text.slice(opens.length);
  }
  return joined;
}

/** Who deletes, and when; null if it is none of ours (write-runs.ts numbers those from a thousand million on). */
function stampIn(tag: string): string | null {
  const own = /w:id="1\d{9}"/.exec(tag);
  return own && tag.replace(own[0], "");
}

function hasOnlyMarkers(xml: string, from: number, to: number): boolean {
  for (const token of scanXml(xml, from, to)) {
    if (token.kind === "text" ? xml.slice(token.from, token.to).trim() !== "" : token.kind !== "empty" || !markers.test(token.name))
      return false;
  }
  return true;
}
