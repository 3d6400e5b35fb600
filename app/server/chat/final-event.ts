/*
 * At the end of an answer its citations are put in order and checked against
 * their sources. Its texts are
 * numbered together, as a reader reads them, and taken apart again.
 */
import { renumberCitations } from "#core/citations.ts";
import { verifyCitations } from "#core/claims/verify-citations.ts";
import { contentOf, type MessagePart } from "#core/message.ts";
import type { RunEvent } from "#core/run-event.ts";
import type { Folded } from "#core/run-fold.ts";

/** A paragraph of its own that no model writes. */
const seam = "\n\n\u0000\n\n";

/** The event that replaces what was read by the answer in order, or null if it is in order already. */
export function finalEvent({ parts, sources }: Folded): RunEvent | null {
  if (sources.length === 0) return null;
  const before = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(seam);
  const after = renumberCitations(before, sources);
  const verified = verifyCitations(after.text, after.sources);
  const isSame = JSON.stringify(verified) === JSON.stringify(sources);
  if (after.text === before && isSame) return null;
  const texts = after.text.split(seam);
  const ordered = parts.map((part): MessagePart => (part.type === "text" ? { type: "text", text: texts.shift() ?? "" } : part));
  return { type: "data-stet-final", data: { content: contentOf(ordered), parts: ordered, sources: verified } };
}
