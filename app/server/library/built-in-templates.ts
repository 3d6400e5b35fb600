/* The templates that come with Stet. */
import type { Template } from "#core/templates/template.ts";
import { builtInItems } from "./built-in-items.ts";

export type BuiltInTemplate = { id: string; source: string; template: Template };

export function builtInTemplates(): readonly BuiltInTemplate[] {
  return builtInItems().flatMap(({ id, source, item }) =>
    item.shelf === "templates" ? [{ id, source, template: item.template }] : [],
  );
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
