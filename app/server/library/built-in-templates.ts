/* The templates that come with Stet: the files of content/templates, read when first needed. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTemplate } from "#core/templates/template-file.ts";
import type { Template } from "#core/templates/template.ts";

const folder = join(import.meta.dirname, "../../../content/templates");

/** `id` is the file's name. */
export type BuiltInTemplate = { id: string; source: string; template: Template };

let known: readonly BuiltInTemplate[] | undefined;

/** By name. These files are ours: one that is not a template is a bug. */
export function builtInTemplates(): readonly BuiltInTemplate[] {
  known ??= readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => {
      const source = readFileSync(join(folder, name), "utf8");
      const read = readTemplate(source);
      if ("refusal" in read) throw new Error(`content/templates/${name}: ${read.refusal}`);
      return { id: name.slice(0, -".md".length), source, template: read.template };
    })
    .toSorted((a, b) => a.template.name.localeCompare(b.template.name, "en"));
  return known;
}

export function templateNames(): string[] {
  return builtInTemplates().map(({ template }) => template.name);
}

/** By its name or another common one, however it is hyphenated. */
export function findTemplate(name: string): Template | undefined {
  const plain = (other: string) =>
    other
      .trim()
      .toLowerCase()
      .replaceAll(/[-_\s]+/g, " ");
  const wanted = plain(name);
  const found = builtInTemplates().find(({ template }) =>
    [template.name, ...template.aliases].some((one) => plain(one) === wanted),
  );
  return found?.template;
}
