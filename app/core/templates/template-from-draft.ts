/*
 * Makes a template of a draft's Markdown: each place in [square brackets] becomes a field, and the same words the same
 * field. What the text already says in double braces stays a field too.
 */
import { writeTemplate } from "./template-file.ts";
import { parseBody, usedFields } from "./template-body.ts";
import { templateLimits, type Template, type TemplateField } from "./template.ts";
import type { ProseLanguage } from "../text/sentences.ts";

export function templateFromDraft({
  name,
  markdown,
  language,
}: {
  name: string;
  markdown: string;
  language: ProseLanguage;
}): string {
  const fields = new Map<string, TemplateField>();
  // A link or a cross-reference is followed by "(", a footnote begins with "^".
  const body = markdown.replaceAll(/\\?\[([^\][\\^][^\][\\\n]{0,80})\\?\](?!\()/g, (whole, label: string) => {
    const known = [...fields.values()].find((field) => field.label === label.trim());
    if (known === undefined && fields.size >= templateLimits.fields) return whole;
    const field = known ?? fieldNamed(label.trim(), fields);
    fields.set(field.name, field);
    return `{{${field.name}}}`;
  });
  for (const key of namedIn(body)) if (!fields.has(key)) fields.set(key, fieldOf(key, key));
  const template: Template = {
    name: name.slice(0, templateLimits.name),
    kind: "other",
    jurisdiction: "any",
    language,
    summary: "",
    written: "",
    aliases: [],
    fields: [...fields.values()],
    body: body.trim() === "" ? "Write the text here." : body.trim(),
  };
  return writeTemplate(template);
}

/** Fields that the text has in braces. None if those are not what a template has there. */
function namedIn(body: string): string[] {
  try {
    const { keys, conditions } = usedFields(parseBody(body));
    return [
      ...new Set([...[...keys.keys()].map((key) => key.split(".")[0]!), ...conditions.map(({ condition }) => condition.field)]),
    ];
  } catch {
    return [];
  }
}

function fieldNamed(label: string, fields: ReadonlyMap<string, TemplateField>): TemplateField {
  const words =
    label
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .match(/[A-Za-z0-9]+/g) ?? [];
  const [first = "field", ...rest] = words.slice(0, 5);
  const plain = first.toLowerCase() + rest.map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase()).join("");
  const base = (/^[a-z]/.test(plain) ? plain : `field${plain}`).slice(0, 30);
  let name = base;
  for (let i = 2; fields.has(name); i++) name = `${base}${i}`;
  return fieldOf(name, label);
}

function fieldOf(name: string, label: string): TemplateField {
  const type = /\b(?:date|datum)\b/i.test(label) ? "date" : "text";
  return { name, type, label, help: "", options: [], initial: "", currency: "" };
}
