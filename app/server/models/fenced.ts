/*
 * Fences text that isn't the writer's own between markers that the instructions declare as data.
 * The content can't close the fence or hide invisible characters, and a name in the label stays a
 * name.
 */
import { withoutInvisible } from "#core/text/invisible.ts";

export function fenced(label: string, text: string): string {
  const named = withoutInvisible(label)
    .replaceAll(/[\s<>"]+/g, " ")
    .slice(0, 200)
    .trim();
  return `<data label="${named}">\n${withoutInvisible(text).replaceAll(/<(\/?)data\b/gi, "<$1\u200bdata")}\n</data>`;
}
