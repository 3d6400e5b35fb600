/*
 * Makes a template of a draft's Markdown: each place in [square brackets] becomes a field, and the same words the same
 * field. What the text already says in double braces stays a field too, as `known` describes it.
 */
import { fieldCalled, newField } from "./new-field.ts";
import { writeTemplate } from "./template-file.ts";
import { parseBody, usesIn } from "./template-body.ts";
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
  const fields = new Map(
    known.filter(({ name: one }) => inBraces.some((field) => field.name === one)).map((field) => [field.name, field]),
  );
  // A link or a cross-reference is followed by "(", a footnote begins with "^".
  const body = markdown.replaceAll(/\\?\[([^\][\\^][^\][\\\n]{0,80})\\?\](?!\()/g, (whole, label: string) => {
    const same = [...fields.values()].find((field) => field.label === label.trim());
    if (same === undefined && fields.size >= templateLimits.fields) return whole;
    const field = same ?? newField(label, fields.values());
    fields.set(field.name, field);
    return `{{${field.name}}}`;
  });
  for (const field of inBraces) if (!fields.has(field.name)) fields.set(field.name, field);
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
function namedIn(body: string): TemplateField[] {
  try {
    const { fields, conditions, lists } = usesIn(parseBody(body));
    const listNames = new Set(lists.map(({ list }) => list));
    const used = [
      ...fields.map(({ key, list }) => ({ name: key.split(".")[0]!, list })),
      ...conditions.map(({ condition, list }) => ({ name: condition.field, list })),
    ].filter(({ name }) => !listNames.has(name));
    // What stands outside a list too is asked once.
    const isInOneList = (name: string, list: string | null) =>
      list !== null && used.every((one) => one.name !== name || one.list === list);
    return [
      ...[...listNames].map((name) => fieldCalled(name, name, { type: "list" })),
      ...used.map(({ name, list }) => fieldCalled(name, name, isInOneList(name, list) ? { of: list ?? "" } : {})),
    ];
  } catch {
    return [];
  }
}
