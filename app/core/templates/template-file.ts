/* A template's file: front matter with typed fields, and the text. Whatever is wrong with one is said in a sentence. */
import { proseLanguages } from "../text/sentences.ts";
import { isMap, listOf, oneOf, Refusal, refuseUnknown, textOf } from "./front-fields.ts";
import { FrontMatterError, readFrontMatter, writeFront, type Front, type FrontMap } from "./front-matter.ts";
import { parseBody, TemplateBodyError, usedFields } from "./template-body.ts";
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

function fieldsOf(fields: Front): TemplateField[] {
  if (!isMap(fields)) throw new Refusal("“fields” must be a list of names, each with its type and label.");
  const found = Object.entries(fields).map(([name, given]) => fieldOf(name, given));
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
    refuseUnknown(given, ["type", "label", "help", "options", "default", "currency"], `the field “${name}”`);
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
    };
    if (/[[\]]/.test(field.label)) throw inField("A label can’t contain square brackets.");
    if ((type === "choice") !== options.length > 0)
      throw inField(type === "choice" ? "A choice needs its options, such as options: [one, two]." : "Only a choice has options.");
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

/** Every field is used, and everything used is a field. */
function checkUse({ fields, body }: Template): void {
  const { keys, conditions } = usedFields(parseBody(body));
  const byName = new Map(fields.map((field) => [field.name, field]));
  for (const [key, line] of keys) {
    const [name = "", part] = key.split(".");
    const field = byName.get(name);
    if (field === undefined) throw new TemplateBodyError(line, `There is no field “${name}” in the head of the file.`);
    if (part !== undefined && (field.type !== "party" || !partyParts.some((one) => one === part)))
      throw new TemplateBodyError(
        line,
        `“${key}” is unknown. A party has: ${partyParts.map((one) => `${name}.${one}`).join(", ")}.`,
      );
  }
  for (const { condition, line } of conditions) {
    const field = byName.get(condition.field);
    if (field === undefined) throw new TemplateBodyError(line, `There is no field “${condition.field}” in the head of the file.`);
    const { value } = condition;
    const possible = field.type === "yes/no" ? ["yes", "no"] : field.options;
    if (value !== null && possible.length > 0 && !possible.includes(value))
      throw new TemplateBodyError(line, `“${field.label}” is never “${value}”. It is one of: ${possible.join(", ")}.`);
  }
  const used = new Set([
    ...[...keys.keys()].map((key) => key.split(".")[0]!),
    ...conditions.map(({ condition }) => condition.field),
  ]);
  const idle = fields.find(({ name }) => !used.has(name));
  if (idle !== undefined)
    throw new Refusal(`The field “${idle.name}” is never used in the text. Write {{${idle.name}}} where it belongs.`);
}

/** The file of a template; read again, it is the same template. */
export function writeTemplate(template: Template): string {
  const { fields, aliases, body } = template;
  const lines = (["name", "kind", "jurisdiction", "language", "summary", "written"] as const)
    .filter((key) => template[key] !== "")
    .map((key) => `${key}: ${writeFront(template[key])}`);
  if (aliases.length > 0) lines.push(`aliases: [${aliases.map((alias) => writeFront(alias, true)).join(", ")}]`);
  if (fields.length > 0) lines.push("fields:", ...fields.map((field) => `  ${field.name}: { ${partsOf(field).join(", ")} }`));
  return `---\n${lines.join("\n")}\n---\n\n${body}\n`;
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
  ];
}
