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
  const wanted = plainName(name);
  const found = builtInTemplates().find(({ template }) =>
    [template.name, ...template.aliases].some((one) => plainName(one) === wanted),
  );
  return found?.template;
}

/** As people and models write a name: in any case, with hyphens or spaces. */
export function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, " ");
}
