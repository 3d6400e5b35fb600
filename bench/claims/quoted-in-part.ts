/*
 * Sentences of which a few words are quoted and the rest is told: "The tenant must give “one month’s written notice” to
 * the landlord". The words in marks are always the source's own; what is told beside them is the source's, too, or
 * contradicts it in one word. The rule knows the truth; nothing here uses the checker.
 */
import { generator, isSaid, marks, sentencesOf, usable, type Case, type Section } from "./cases.ts";
import { contradictions } from "./rewordings.ts";

const shortest = 3;
const longest = 8;

/** Two sentences of each section; the same ones for the same seed. */
export function quotedInPartOf(sections: readonly Section[], most: number, seed: number): Case[] {
  const random = generator(seed + 1);
  const cases: Case[] = [];
  for (const section of sections) {
    const sentences = usable(section.text).filter((one) => /^\p{L}/u.test(one));
    for (let taken = 0; taken < 2 && sentences.length > 0 && cases.length < most; taken++) {
      const [sentence] = sentences.splice(Math.floor(random() * sentences.length), 1);
      cases.push(...casesFrom(section, sentence!, random));
    }
  }
  return cases;
}

function casesFrom({ language, text: content }: Section, sentence: string, random: () => number): Case[] {
  const words = sentence.split(" ");
  const others = sentencesOf(content).filter((one) => !one.includes(sentence));
  const changed = contradictions(sentence, language, random).filter(([, said]) => !isSaid(said, content, others));
  return changed.flatMap(([what, said]): Case[] => {
    const span = spanBeside(words, said.split(" "), random);
    if (span === undefined) return [];
    const form = (kind: string, expected: Case["expected"], [from, to]: Span, text: string): Case => {
      const [open, close] = marks[language];
      const all = text.split(" ");
      const quoted = `${open}${all.slice(from, to).join(" ")}${close}`;
      return { kind, expected, language, content, text: `${[...all.slice(0, from), quoted, ...all.slice(to)].join(" ")} [[1]]` };
    };
    return [
      form("honest: quoted in part", "supported", span.original, sentence),
      form(`${what} (beside a quotation)`, "contradicted", span.changed, said),
    ];
  });
}

type Span = [from: number, to: number];

/** A stretch of words, in front of what was changed or behind it, that both sentences have. */
function spanBeside(
  words: readonly string[],
  changed: readonly string[],
  random: () => number,
): { original: Span; changed: Span } | undefined {
  let before = 0;
  while (before < words.length && words[before] === changed[before]) before++;
  let behind = 0;
  while (behind < words.length - before && words.at(-1 - behind) === changed.at(-1 - behind)) behind++;
  const sides = [before >= shortest && "before", behind >= shortest && "behind"].filter((side) => side !== false);
  const side = sides[Math.floor(random() * sides.length)];
  if (side === undefined) return undefined;
  const room = side === "before" ? before : behind;
  const length = Math.min(room, shortest + Math.floor(random() * (longest - shortest)));
  const offset = Math.floor(random() * (room - length + 1));
  const from = side === "before" ? offset : words.length - behind + offset;
  const shift = side === "before" ? 0 : changed.length - words.length;
  return { original: [from, from + length], changed: [from + shift, from + length + shift] };
}
