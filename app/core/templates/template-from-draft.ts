/*
 * Makes a template of a draft's Markdown: each place in [square brackets] becomes a field, and the same words the same
 * field. What the text already says in double braces stays a field too, as `known` describes it.
 */
import { fieldCalled, newField } from "./new-field.ts";
import { writeTemplate } from "./template-file.ts";
import { parseBody, usedFields } from "./template-body.ts";
import { templateLimits, type Template, type TemplateField } from "./template.ts";
import type { ProseLanguage } from "../text/sentences.ts";

export function templateFromDraft({
  name,
  markdown,
  language,
  known = [],
}: {
  name: string;
  markdown: string;
  language: ProseLanguage;
  known?: readonly TemplateField[];
}): string {
  const inBraces = namedIn(markdown);
  const fields = new Map(known.filter((field) => inBraces.includes(field.name)).map((field) => [field.name, field]));
  // A link or a cross-reference is followed by "(", a footnote begins with "^".
  const body = markdown.replaceAll(/\\?\[([^\][\\^][^\][\\\n]{0,80})\\?\](?!\()/g, (whole, label: string) => {
    const same = [...fields.values()].find((field) => field.label === label.trim());
    if (same === undefined && fields.size >= templateLimits.fields) return whole;
    const field = same ?? newField(label, fields.values());
    fields.set(field.name, field);
    return `{{${field.name}}}`;
  });
  for (const key of inBraces) if (!fields.has(key)) fields.set(key, fieldCalled(key, key));
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
