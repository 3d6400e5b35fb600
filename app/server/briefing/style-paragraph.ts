/* The writer's style as described to a model. Kept short by dropping whole sentences. */
import { estimateTokens } from "#core/models/models.ts";

export const styleTokens = 150;

const lead = `# Style
How the writer writes, and what was decided about it. Keep to it in texts for them, unless they ask for another style:`;

export function styleParagraph(description: string): string {
  const sentences = description
    .replaceAll(/[\s<>]+/gu, " ")
    .trim()
    .split(/(?<=[.!?]) /u);
  let said = lead;
  for (const sentence of sentences) {
    const longer = `${said} ${sentence}`;
    if (estimateTokens(longer) > styleTokens) break;
    said = longer;
  }
  return said;
}
