/* A template's field under a name of its own, made from its label. */
import type { TemplateField } from "./template.ts";

type Settings = Partial<Pick<TemplateField, "type" | "help" | "options" | "initial" | "of">>;

const longestLabel = 80;

/** Unless `settings` say otherwise it takes text, or a date if its label calls it one. */
export function newField(label: string, others: Iterable<TemplateField>, settings: Settings = {}): TemplateField {
  const shown = label
    .replaceAll(/[[\]{}\s]+/g, " ")
    .trim()
    .slice(0, longestLabel)
    .trim();
  const taken = new Set([...others].map(({ name }) => name));
  return fieldCalled(nameFor(shown, taken), shown, settings);
}

/** A field whose name stands in the text already. */
export function fieldCalled(name: string, label: string, settings: Settings = {}): TemplateField {
  const type = /\b(?:date|datum)\b/i.test(label) ? "date" : "text";
  return { name, type, label, help: "", options: [], initial: "", currency: "", of: "", ...settings };
}

function nameFor(label: string, taken: ReadonlySet<string>): string {
  const words =
    label
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .match(/[A-Za-z0-9]+/g) ?? [];
  const [first = "field", ...rest] = words.slice(0, 5);
  const plain = first.toLowerCase() + rest.map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase()).join("");
  const base = (/^[a-z]/.test(plain) ? plain : `field${plain}`).slice(0, 30);
  let name = base;
  for (let i = 2; taken.has(name); i++) name = `${base}${i}`;
  return name;
}
