/*
 * Text that is not the writer's own words, as a model is told it: between marks
 * that the instructions name as data. Nothing inside can close them, nothing
 * inside is invisible to a reader, and a name in the label stays a name.
 */
import { withoutInvisible } from "#core/text/invisible.ts";

export function fenced(label: string, text: string): string {
  const named = withoutInvisible(label)
    .replaceAll(/[\s<>"]+/g, " ")
    .slice(0, 200)
    .trim();
  return `<data label="${named}">\n${withoutInvisible(text).replaceAll(/<(\/?)data\b/gi, "<$1\u200bdata")}\n</data>`;
}
