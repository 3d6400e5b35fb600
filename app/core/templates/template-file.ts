/* A template's file: front matter with typed fields, and the text. Whatever is wrong with one is said in a sentence. */
import { proseLanguages } from "../text/sentences.ts";
import { isMap, listOf, oneOf, Refusal, refuseUnknown, textOf } from "./front-fields.ts";
import { FrontMatterError, readFrontMatter, writeFront, type Front, type FrontMap } from "./front-matter.ts";
import { numberOfRows } from "./lists.ts";
import { parseBody, TemplateBodyError, usesIn, type Use } from "./template-body.ts";
import {
  currencies,
  fieldTypes,
  jurisdictions,
  partyParts,
  templateKinds,
  templateLimits,
  type Template,
  type TemplateField,
} from "./template.ts";

export type ReadTemplate = { template: Template } | { refusal: string };

/** The first fault, as a sentence, or the template. */
export function readTemplate(source: string): ReadTemplate {
  try {
    if (source.length > templateLimits.source)
      throw new Refusal(`The file is too long: a template has at most ${templateLimits.source.toLocaleString("en")} characters.`);
    const { front, body } = readFrontMatter(source);
    const template = templateOf(front, body);
    checkUse(template);
    return { template };
  } catch (error) {
    if (error instanceof Refusal || error instanceof FrontMatterError || error instanceof TemplateBodyError)
      return { refusal: error.message };
    throw error;
  }
}

const known = ["name", "kind", "jurisdiction", "language", "summary", "written", "aliases", "fields"];

function templateOf(front: FrontMap, body: string): Template {
  refuseUnknown(front, known, "the head of the file");
  const name = textOf(front, "name", templateLimits.name);
  if (name === "") throw new Refusal("The template has no name. Add a line “name: …” to its head.");
  if (body === "") throw new Refusal("The template has no text below its head.");
  return {
    name,
    kind: oneOf(front, "kind", templateKinds, "other"),
    jurisdiction: oneOf(front, "jurisdiction", jurisdictions, "any"),
    language: oneOf(front, "language", proseLanguages, "en"),
    summary: textOf(front, "summary"),
    written: textOf(front, "written"),
    aliases: listOf(front, "aliases"),
    fields: fieldsOf(front["fields"] ?? {}),
    body,
  };
}

/** The fields of a head, by type. */
export function fieldsOf(fields: Front): TemplateField[] {
  if (!isMap(fields)) throw new Refusal("“fields” must be a list of names, each with its type and label.");
  const found = Object.entries(fields).map(([name, given]) => fieldOf(name, given));
  for (const { name, of } of found)
    if (of !== "" && !found.some((one) => one.name === of && one.type === "list"))
      throw new Refusal(`Field “${name}”: There is no list “${of}”. Add it as ${of}: { type: list, label: … }.`);
  if (found.length > templateLimits.fields) throw new Refusal(`A template can have at most ${templateLimits.fields} fields.`);
  return found;
}

function fieldOf(name: string, given: Front): TemplateField {
  if (!/^[A-Za-z]\w{0,39}$/.test(name))
    throw new Refusal(`“${name}” can’t be the name of a field. Use letters, digits and underscores, beginning with a letter.`);
  if (!isMap(given))
    throw new Refusal(`The field “${name}” needs a type and a label, such as ${name}: { type: text, label: Place }.`);
  const inField = (sentence: string) => new Refusal(`Field “${name}”: ${sentence}`);
  try {
    refuseUnknown(given, ["type", "label", "help", "options", "default", "currency", "of"], `the field “${name}”`);
    const type = oneOf(given, "type", fieldTypes, "text");
    const options = listOf(given, "options");
    const field: TemplateField = {
      name,
      type,
      label: textOf(given, "label", templateLimits.name) || name,
      help: textOf(given, "help"),
      options,
      initial: textOf(given, "default"),
      currency: type === "money" ? oneOf(given, "currency", currencies, "EUR") : "",
      of: textOf(given, "of"),
    };
    if (/[[\]]/.test(field.label)) throw inField("A label can’t contain square brackets.");
    if ((type === "choice") !== options.length > 0)
      throw inField(type === "choice" ? "A choice needs its options, such as options: [one, two]." : "Only a choice has options.");
    if (type === "list" && field.of !== "") throw inField("A list can’t be asked in the rows of another.");
    if (type === "list" && field.initial !== "" && numberOfRows(field.initial) === null)
      throw inField(`The default of a list is how many rows it begins with, from 0 to ${templateLimits.rows}.`);
    if (options.length > templateLimits.options) throw inField(`A choice can have at most ${templateLimits.options} options.`);
    if (type === "choice" && field.initial !== "" && !options.includes(field.initial))
      throw inField(`The default “${field.initial}” is not one of the options.`);
    if (type === "yes/no" && !["", "yes", "no"].includes(field.initial))
      throw inField("The default of a yes/no field is yes or no.");
    return field;
  } catch (error) {
    if (error instanceof Refusal && !error.message.includes(`“${name}”`)) throw inField(error.message);
    throw error;
  }
}

/** Every field is used, and everything used is a field, in its list if it is of one. */
function checkUse({ fields, body }: Template): void {
  const uses = usesIn(parseBody(body));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const used = new Set<string>();
  const fieldAt = (name: string, { line, list }: Use): TemplateField => {
    const field = byName.get(name);
    if (field === undefined) throw new TemplateBodyError(line, `There is no field “${name}” in the head of the file.`);
    if (field.of !== "" && field.of !== list)
      throw new TemplateBodyError(line, `“${name}” is asked in each row of “${field.of}”. Use it within {{#each ${field.of}}}.`);
    used.add(name);
    return field;
  };
  for (const { list, line } of uses.lists)
    if (fieldAt(list, { line, list: null }).type !== "list")
      throw new TemplateBodyError(line, `“${list}” is not a list. Only a list can stand in {{#each …}}.`);
  for (const { key, ...place } of uses.fields) {
    const [name = "", part] = key.split(".");
    const field = fieldAt(name, place);
    if (part !== undefined && (field.type !== "party" || !partyParts.some((one) => one === part)))
      throw new TemplateBodyError(
        place.line,
        `“${key}” is unknown. A party has: ${partyParts.map((one) => `${name}.${one}`).join(", ")}.`,
      );
    if (field.type === "list") used.add(firstOf(field, fields, place.line).name);
  }
  for (const { condition, ...place } of uses.conditions) {
    const field = fieldAt(condition.field, place);
    const { value } = condition;
    if (value !== null && field.type === "list")
      throw new TemplateBodyError(place.line, `“${field.label}” is a list. Ask whether it has rows: {{#if ${field.name}}}.`);
    const possible = field.type === "yes/no" ? ["yes", "no"] : field.options;
    if (value !== null && possible.length > 0 && !possible.includes(value))
      throw new TemplateBodyError(place.line, `“${field.label}” is never “${value}”. It is one of: ${possible.join(", ")}.`);
  }
  const idle = fields.find(({ name }) => !used.has(name));
  if (idle === undefined) return;
  const tag = idle.type === "list" ? `{{#each ${idle.name}}} … {{/each}}` : `{{${idle.name}}}`;
  throw new Refusal(`The field “${idle.name}” is never used in the text. Write ${tag} where it belongs.`);
}

function firstOf(list: TemplateField, fields: readonly TemplateField[], line: number): TemplateField {
  const first = fields.find(({ of }) => of === list.name);
  if (first === undefined)
    throw new TemplateBodyError(line, `The list “${list.name}” has no fields. A field of it says “of: ${list.name}”.`);
  return first;
}

/** The file of a template; read again, it is the same template. */
export function writeTemplate(template: Template): string {
  const { fields, aliases, body } = template;
  const lines = (["name", "kind", "jurisdiction", "language", "summary", "written"] as const)
    .filter((key) => template[key] !== "")
    .map((key) => `${key}: ${writeFront(template[key])}`);
  if (aliases.length > 0) lines.push(`aliases: [${aliases.map((alias) => writeFront(alias, true)).join(", ")}]`);
  lines.push(...fieldLines(fields));
  return `---\n${lines.join("\n")}\n---\n\n${body}\n`;
}

/** Of a head. */
export function fieldLines(fields: readonly TemplateField[]): string[] {
  if (fields.length === 0) return [];
  return ["fields:", ...fields.map((field) => `  ${field.name}: { ${partsOf(field).join(", ")} }`)];
}

function partsOf(field: TemplateField): string[] {
  const text = (key: string, value: string) => (value === "" ? [] : [`${key}: ${writeFront(value, true)}`]);
  return [
    `type: ${field.type}`,
    ...text("label", field.label),
    ...text("help", field.help),
    ...(field.options.length > 0 ? [`options: [${field.options.map((one) => writeFront(one, true)).join(", ")}]`] : []),
    ...text("default", field.initial),
    ...text("currency", field.currency),
    ...text("of", field.of),
  ];
}
