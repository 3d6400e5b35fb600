/*
 * Texts that make a regular expression work hardest: its repeated part, repeated, with an end at which it fails. They
 * are built from the expression's own characters and from those common in texts.
 */
const alphabet = "a A 1 é . , ; : - _ ' \" ` * # | ( ) [ ] { } < > / \\ @ = & % § ~ + ! ?"
  .split(" ")
  .concat(" ", "\n", "\t", "\r\n", "\u0001");
const usual = [
  " ",
  "\n",
  "a",
  "A",
  "1",
  ".",
  "a ",
  "A a ",
  "a.",
  ". ",
  "a, ",
  "1.",
  " \n",
  "\n ",
  "(",
  "[",
  "<",
  '"',
  "*",
  "`",
  "-",
  "a-",
  "a1",
  "1 ",
];
const ends = ["", "\u0001", "x", "\n\u0001"];
/** Escapes, classes and single characters; groups and quantifiers do not affect what they match. */
const piece =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<[^>]*>)|\{\d+(?:,\d*)?\}|[\s\S]/gu;

/** `start` and `end` surround many repetitions of `unit`. */
export type Pump = { start: string; unit: string; end: string };

export function pumpsOf(source: string, flags: string): Pump[] {
  const samples = samplesOf(source, flags);
  const units = new Set(usual);
  for (const [i, sample] of samples.entries()) {
    units.add(sample);
    units.add(sample + (samples[i + 1] ?? ""));
    units.add(sample + (samples[i + 1] ?? "") + (samples[i + 2] ?? ""));
  }
  units.add(samples.join(""));
  const starts = new Set(["", ...prefixes(samples)]);
  units.delete("");
  return [...units].flatMap((unit) => {
    const failing = ends.map((end) => ({ start: "", unit, end }));
    return failing.concat([...starts].map((start) => ({ start, unit, end: "\u0001" })));
  });
}

/** Prefixes of the expression: a repetition after one is only reached through it. */
function prefixes(samples: readonly string[]): string[] {
  return samples.slice(0, 6).map((_, i) => samples.slice(0, i + 1).join(""));
}

function samplesOf(source: string, flags: string): string[] {
  const samples: string[] = [];
  for (const [part] of source.matchAll(piece)) {
    if (/^(?:\(\?.*|\{\d.*|[()|*+?^$]|\\[bBk].*|\\\d)$/su.test(part)) continue;
    const sample = alphabet.find((one) => matches(part, flags, one));
    if (sample !== undefined && samples.at(-1) !== sample) samples.push(sample);
    if (samples.length > 24) break;
  }
  return samples;
}

function matches(part: string, flags: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${part})$`, flags.replaceAll(/[gy]/g, "")).test(text);
  } catch {
    return false;
  }
}
