/* The answer to a step without a model: the passages found, word for word, each under its name. */
export type Extract = { number: number; name: string; text: string };

const mostExtracts = 4;

export function extractsText(extracts: readonly Extract[]): string {
  return extracts
    .slice(0, mostExtracts)
    .map(({ number, name, text }) => `**${label(name)}**\n\n${quoted(text)} [[${number}]]`)
    .join("\n\n");
}

/** One block quote: a paragraph break would end the claim that it is. */
function quoted(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.map((line) => `> ${escaped(line)}`).join("\n");
}

const label = (name: string) => name.replaceAll(/\s+/g, " ").replaceAll("*", "");

/** What Markdown would read as its own. */
function escaped(line: string): string {
  return line
    .replaceAll(/[\\`*_[\]<>|~$^]/g, "\\$&")
    .replace(/^[-+#](?=\s)/, "\\$&")
    .replace(/^(\d{1,4})([.)])(?=\s)/, "$1\\$2");
}
