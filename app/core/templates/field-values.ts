/* What may be entered in a field, and how it reads in the text. */
import type { ProseLanguage } from "../text/sentences.ts";
import { expandLists, inRow, numberOfRows, rowsOf } from "./lists.ts";
import {
  currencies,
  partyParts,
  templateLimits,
  type PartyPart,
  type Template,
  type TemplateField,
  type TemplateValues,
} from "./template.ts";

/** The keys of a field's values; a party's parts only where the text uses them. */
export function keysOf(field: TemplateField, used: ReadonlySet<string>): string[] {
  if (field.type === "money") return [field.name, `${field.name}.currency`];
  if (field.type === "party")
    return [field.name, ...partyParts.map((part) => `${field.name}.${part}`).filter((key) => used.has(key))];
  return [field.name];
}

/** What was given, above the defaults of all fields. A field of a list that is given without a row is the first row's. */
export function valuesOf(template: Pick<Template, "fields">, given: TemplateValues = {}): Record<string, string> {
  const ofRows = new Set(template.fields.filter(({ of }) => of !== "").map(({ name }) => name));
  const placed: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    const [name = "", ...part] = key.split(".");
    placed[ofRows.has(name) ? [inRow(name, 1), ...part].join(".") : key] = value;
  }
  const values: Record<string, string> = {};
  for (const field of template.fields) {
    if (field.type === "list") values[field.name] = String(rowsOf(field, template, placed));
    const list = template.fields.find(({ name }) => name === field.of);
    const rows = list === undefined ? 0 : rowsOf(list, template, placed);
    const names = list === undefined ? [field.name] : Array.from({ length: rows }, (_, i) => inRow(field.name, i + 1));
    for (const name of names) Object.assign(values, defaultsOf(field, name));
  }
  return { ...values, ...placed };
}

function defaultsOf({ type, initial, currency }: TemplateField, name: string): TemplateValues {
  if (type === "list") return {};
  return { ...(initial !== "" && { [name]: initial }), ...(type === "money" && { [`${name}.currency`]: currency }) };
}

/** A sentence, or null if the value can be used. Empty is allowed: the place stays visible in the text. */
export function refusalOf(
  field: Pick<TemplateField, "name" | "type" | "options">,
  key: string,
  entered: string,
  most: number = templateLimits.value,
): string | null {
  const value = entered.trim();
  if (value.length > most) return `Use at most ${most.toLocaleString("en")} characters.`;
  if (value === "") return null;
  if (key === `${field.name}.currency`)
    return currencies.some((one) => one === value) ? null : "Choose one of the currencies listed.";
  switch (field.type) {
    case "date":
      return isDay(value) ? null : "Enter a date that exists, as year-month-day: 2027-01-31.";
    case "money":
      return numberOf(value) === null ? "Enter an amount in digits, such as 1200 or 1200.50." : null;
    case "number":
      return numberOf(value) === null ? "Enter a number in digits, such as 30." : null;
    case "choice":
      return field.options.includes(value) ? null : `Choose one of: ${field.options.join(", ")}.`;
    case "yes/no":
      return value === "yes" || value === "no" ? null : "Choose yes or no.";
    case "list":
      return numberOfRows(value) === null ? `Enter how many rows it has, from 0 to ${templateLimits.rows}.` : null;
    default:
      return null;
  }
}

/** Sentences by key; empty if everything can be used. Values of no field are refused too. */
export function refusalsOf(template: Template, values: TemplateValues): Record<string, string> {
  const refusals: Record<string, string> = {};
  const byName = new Map(expandLists(template, values).fields.map((field) => [field.name, field]));
  for (const [key, value] of Object.entries(values)) {
    const field = byName.get(key.split(".")[0]!);
    const isKnown = field !== undefined && keysOf(field, new Set(partyParts.map((part) => `${field.name}.${part}`))).includes(key);
    const refusal = isKnown ? refusalOf(field, key, value) : "This template has no such field.";
    if (refusal !== null) refusals[key] = refusal;
  }
  return refusals;
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** Digits with an optional sign and two forms of decimal mark; spaces may group them. */
function numberOf(value: string): number | null {
  const plain = value.replaceAll(/[\s\u00a0]/g, "").replace(",", ".");
  return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(plain) ? Number(plain) : null;
}

const locales: Record<ProseLanguage, string> = { en: "en-GB", sv: "sv-SE", de: "de-DE", nl: "nl-NL" };

/** As it is written in the text; "" if nothing was entered. What is not of the field's form is used as it is. */
export function writtenValue(field: TemplateField, key: string, values: TemplateValues, language: ProseLanguage): string {
  const value = (values[key] ?? "").trim();
  if (value === "") return "";
  if (field.type === "date" && isDay(value))
    return new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" }).format(
      new Date(`${value}T00:00:00Z`),
    );
  const number = field.type === "money" || field.type === "number" ? numberOf(value) : null;
  if (number === null) return markdownOf(value);
  const isWhole = Number.isInteger(number);
  if (field.type === "number") return new Intl.NumberFormat(locales[language], { maximumFractionDigits: 6 }).format(number);
  const amount = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: isWhole ? 0 : 2,
    maximumFractionDigits: isWhole ? 0 : 2,
  }).format(number);
  const currency = values[`${field.name}.currency`] ?? field.currency;
  return language === "en" ? `${currency} ${amount}` : `${amount} ${currency}`;
}

/** Words as Markdown that can be nothing but words. Brackets are left out: a place to fill in is always the template's own. */
function markdownOf(value: string): string {
  return value
    .replaceAll(/[[\]]/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_<>|~]/g, "\\$&")
    .replaceAll(/&(?=[#\w])/g, "\\&")
    .replace(/^(?=[#+=-])/, "\\")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

const partWords: Record<ProseLanguage, Record<PartyPart, string>> = {
  en: { number: "registration number", address: "address", signatory: "signatory" },
  sv: { number: "organisationsnummer", address: "adress", signatory: "firmatecknare" },
  de: { number: "Registernummer", address: "Anschrift", signatory: "Vertreter" },
  nl: { number: "inschrijfnummer", address: "adres", signatory: "tekenbevoegde" },
};

/** What stands in brackets in the text while nothing is entered. */
export function placeholderOf(field: TemplateField, key: string, language: ProseLanguage): string {
  const part = partyParts.find((one) => key === `${field.name}.${one}`);
  return part === undefined ? field.label : `${field.label}: ${partWords[language][part]}`;
}
