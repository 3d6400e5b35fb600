/* Texts of a given length: prose with headings and clauses, and paragraphs of one letter, which cost the most per
   byte. */
const words =
  "The Supplier shall deliver the Goods to the Customer within thirty days of the order and the Customer shall pay the price **without delay** unless the parties agree otherwise in writing as set out in clause".split(
    " ",
  );

export function prose(characters: number): string {
  let text = "";
  for (let paragraph = 1, random = 12_345; text.length < characters; paragraph++) {
    if (paragraph % 12 === 0) text += `## Heading ${paragraph}\n\n`;
    if (paragraph % 7 === 0) text += `${paragraph}. `;
    for (let i = 0; i < 80; i++) {
      random = (random * 1_103_515_245 + 12_345) & 0x7fffffff;
      text += `${words[random % words.length]!} `;
    }
    text += "end.\n\n";
  }
  return text.slice(0, characters);
}

export function tiny(characters: number): string {
  return "a\n\n".repeat(Math.floor(characters / 3));
}

export function documentOfTiny(paragraphs: number): object {
  const content = Array.from({ length: paragraphs }, () => ({ type: "paragraph", content: [{ type: "text", text: "a" }] }));
  return { type: "doc", content };
}
