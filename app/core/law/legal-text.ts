/*
 * Whether a text is a statute or a contract, judged by words that only such
 * texts use. There "shall", "pursuant to" and "substantially" may carry
 * meaning, so plain-prose rules don't apply.
 */
const marks =
  /\b(?:shall|hereby|herein|hereof|hereto|hereunder|thereof|hereinafter|whereas|notwithstanding|pursuant|indemnif\w+|warrant(?:s|y|ies)|governing law|the parties|party|liabilit\w+|clause|agreement|licensor|licensee|lessor|lessee|tenant|landlord|avtalet|parterna|parten|skall|jämlikt|vertrag|vertragspartei(?:en)?|haftung|overeenkomst|partijen|aansprakelijkheid|bedoeld in|eerste lid|tweede lid|artikel \d+|första stycket|andra stycket|absatz|gesetz(?:es)?|satz \d|subsection|paragraph \d)\b|§\s?\d|\d\s?[a-z]?\s?§|\bArt(?:icle|\.)\s\d/giu;

export function looksLegal(text: string): boolean {
  const words = text.split(/\s+/).length;
  const hits = text.match(marks)?.length ?? 0;
  return hits >= 2 && hits / words > 0.012;
}
