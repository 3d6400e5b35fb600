/* The clauses of a filled template, each to be inserted alone, and the fields that each of them asks for. */
import { fillTemplate } from "./fill-template.ts";
import { keysOf } from "./field-values.ts";
import { expandLists } from "./lists.ts";
import { partyParts, type Template, type TemplateField, type TemplateValues } from "./template.ts";

export type TemplateClause = { id: string; name: string; markdown: string };

/** Stands for a clause that is not inserted along. */
const elsewhere = "[clause]";

/** Clauses of the first level, in order. */
export function clausesOf(markdown: string): TemplateClause[] {
  const clauses: string[][] = [];
  let isIn = false;
  for (const line of markdown.split("\n")) {
    if (/^\d{1,9}\) /.test(line)) {
      isIn = true;
      clauses.push([]);
    } else if (line !== "" && !line.startsWith(" ")) isIn = false;
    if (isIn) clauses.at(-1)!.push(line);
  }
  return clauses.map((lines, i) => {
    const text = lines.join("\n").trim();
    return { id: String(i + 1), name: nameOf(lines[0]!), markdown: withoutStrayReferences(text) };
  });
}

function nameOf(line: string): string {
  const words = line
    .replace(/^\d{1,9}\) (?:#{1,4} )?/, "")
    .replaceAll(/<[^<>]*>|\*\*|\\/g, "")
    .trim();
  return words.length > 70 ? `${words.slice(0, 69).trimEnd()}…` : words;
}

function withoutStrayReferences(markdown: string): string {
  const here = new Set([...markdown.matchAll(/<a id="at-(\w+)">/g)].map(([, id]) => id));
  return markdown.replaceAll(/\[[^\][]*\]\(#at-(\w+)\)/g, (link, id: string) => (here.has(id) ? link : elsewhere));
}

/** Inserted twice, a text would have the same anchors twice. */
export function withOwnAnchors(markdown: string, suffix: string): string {
  return markdown
    .replaceAll(/<a id="at-(\w{1,24})\w*"><\/a>/g, (_, id: string) => `<a id="at-${id}${suffix}"></a>`)
    .replaceAll(/\]\(#at-(\w{1,24})\w*\)/g, (_, id: string) => `](#at-${id}${suffix})`);
}

/** The fields that change a clause, as the other questions are answered now. */
export function fieldsOfClause(template: Template, values: TemplateValues, at: number): TemplateField[] {
  const probe: Record<string, string> = { ...values };
  const allParts = new Set<string>();
  const { fields } = expandLists(template, values);
  for (const field of fields) {
    for (const part of partyParts) allParts.add(`${field.name}.${part}`);
    if (["choice", "yes/no", "list"].includes(field.type)) continue;
    for (const key of keysOf(field, allParts)) if (!key.endsWith(".currency")) probe[key] = sentinel(key);
  }
  const clauseWith = (given: TemplateValues) => clausesOf(fillTemplate(template, given).markdown)[at];
  const now = clauseWith(probe);
  if (now === undefined) return [];
  const changing = fields.filter((field) => {
    const { type, options, name } = field;
    if (type === "list") return false;
    if (type !== "choice" && type !== "yes/no") return keysOf(field, allParts).some((key) => now.markdown.includes(sentinel(key)));
    return (type === "choice" ? options : ["yes", "no"]).some((value) => {
      const other = clausesOf(fillTemplate(template, { ...probe, [name]: value }).markdown).find((one) => one.name === now.name);
      return other !== undefined && other.markdown !== now.markdown;
    });
  });
  const lists = new Set(changing.map(({ of }) => of));
  return fields.filter((field) => changing.includes(field) || lists.has(field.name));
}

const sentinel = (key: string) => `\ue000${key}\ue001`;
