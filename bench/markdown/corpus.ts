/*
 * Answers as an assistant writes them, always the same: mostly prose, a fifth lists, some tables, code and
 * quotations, with inline bold, code, links and citations.
 */
const words =
  `the a clause court party contract may shall must evidence notice term agreement liability damages claim period under pursuant
reasonable written consent delivery payment breach remedy draft reader argument paragraph sentence tone voice revise clear plain
precise record witness statute regulation article section provides requires however therefore because although while within days
after before between against whether which that this each other such further same own first second final strong weak short long`.split(
    /\s+/,
  );

export function answer(length: number, seed = 1): string {
  const random = mulberry(seed);
  let text = "";
  while (text.length < length) text += `${block(random)}\n\n`;
  return text.slice(0, length);
}

function block(random: () => number): string {
  const kind = random();
  if (kind < 0.1) return `${"#".repeat(2 + Math.floor(random() * 2))} ${phrase(random, 4)}`;
  if (kind < 0.68) return paragraph(random, 2 + Math.floor(random() * 4));
  if (kind < 0.87) return list(random);
  if (kind < 0.91) return table(random);
  if (kind < 0.95) return code(random);
  return `> ${paragraph(random, 2)}`;
}

function paragraph(random: () => number, sentences: number): string {
  return Array.from({ length: sentences }, () => sentence(random)).join(" ");
}

function sentence(random: () => number): string {
  const inside = random();
  const before = phrase(random, 4 + Math.floor(random() * 6));
  const after = phrase(random, 3 + Math.floor(random() * 5)).toLowerCase();
  const cited = random() < 0.15 ? ` [[${1 + Math.floor(random() * 12)}]]` : "";
  if (inside < 0.15) return `${before} **${phrase(random, 2).toLowerCase()}** ${after}${cited}.`;
  if (inside < 0.22) return `${before} \`${word(random)}_${word(random)}\` ${after}${cited}.`;
  if (inside < 0.28)
    return `${before} [${phrase(random, 2).toLowerCase()}](https://example.org/${word(random)}/${word(random)}) ${after}.`;
  if (inside < 0.34) return `${before} *${word(random)}* ${after}${cited}.`;
  return `${before} ${after}${cited}.`;
}

function list(random: () => number): string {
  const ordered = random() < 0.4;
  return Array.from({ length: 3 + Math.floor(random() * 5) }, (_, i) => {
    const nested = random() < 0.15 ? `\n   - ${phrase(random, 5)}\n   - ${phrase(random, 6)}` : "";
    return `${ordered ? `${i + 1}.` : "-"} **${phrase(random, 2)}**: ${sentence(random)}${nested}`;
  }).join("\n");
}

function table(random: () => number): string {
  const row = () => `| ${phrase(random, 2)} | ${phrase(random, 4)} | ${Math.floor(random() * 900)} |`;
  return ["| Term | Meaning | Days |", "|---|---|--:|", ...Array.from({ length: 3 + Math.floor(random() * 5) }, row)].join("\n");
}

function code(random: () => number): string {
  const line = () => `  const ${word(random)} = ${word(random)}("${word(random)}", ${Math.floor(random() * 99)});`;
  const lines = Array.from({ length: 4 + Math.floor(random() * 10) }, line);
  return ["```ts", `function ${word(random)}() {`, ...lines, "}", "```"].join("\n");
}

/** One kind of block only, which is where incremental rendering is hardest. */
export const shapes: Record<string, (length: number) => string> = {
  list: (length) => repeated(length, (random) => `- ${sentence(random)}\n`, ""),
  table: (length) =>
    repeated(
      length,
      (random) => `| ${phrase(random, 3)} | ${sentence(random)} | ${Math.floor(random() * 900)} |\n`,
      "| A | B | C |\n|---|---|---|\n",
    ),
  fence: (length) => repeated(length, (random) => `  ${word(random)}(${word(random)}, ${Math.floor(random() * 99)});\n`, "```ts\n"),
  quote: (length) => repeated(length, (random) => `> ${sentence(random)}\n`, ""),
  paragraph: (length) => repeated(length, (random) => `${sentence(random)} `, ""),
};

function repeated(length: number, part: (random: () => number) => string, head: string): string {
  const random = mulberry(2);
  let text = head;
  while (text.length < length) text += part(random);
  return text.slice(0, length);
}

function phrase(random: () => number, count: number): string {
  const text = Array.from({ length: count }, () => word(random)).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function word(random: () => number): string {
  return words[Math.floor(random() * words.length)]!;
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
