/*
 * Contacts as vCards, which address books import and export: 4.0 (RFC 6350) is written; 4.0, 3.0 and 2.1, which Outlook
 * writes, are read. Packages for it read no 2.1.
 */
import { contactLimits, contactRoles, noContact, type ContactFields, type ContactRole } from "./contact.ts";
import { identifierKinds, readIdentifier, type ContactIdentifier, type IdentifierKind } from "./identifiers.ts";

/** Cards without a name are left out and counted. */
export type ReadContacts = { contacts: ContactFields[]; unnamed: number };

type Line = { name: string; params: string; value: string };

export function readVcards(text: string): ReadContacts {
  const contacts: ContactFields[] = [];
  let unnamed = 0;
  let card: Line[] | null = null;
  for (const line of linesOf(text)) {
    if (line.name === "BEGIN" && line.value.trim().toUpperCase() === "VCARD") card = [];
    else if (line.name === "END" && card !== null) {
      const contact = contactOf(card);
      if (contact === null) unnamed++;
      else contacts.push(contact);
      card = null;
    } else card?.push(line);
  }
  return { contacts, unnamed };
}

function* linesOf(text: string): Generator<Line> {
  const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at]!;
    if (/;(?:ENCODING=)?QUOTED-PRINTABLE/i.test(line.split(":", 1)[0]!))
      while (line.endsWith("=") && at + 1 < lines.length) line = line.slice(0, -1) + lines[++at]!;
    while (/^[ \t]/.test(lines[at + 1] ?? "")) line += lines[++at]!.slice(1);
    const read = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/su.exec(line);
    if (read !== null) yield { name: read[1]!.toUpperCase(), params: read[2]!, value: decoded(read[2]!, read[3]!) };
  }
}

function decoded(params: string, value: string): string {
  if (!/QUOTED-PRINTABLE/i.test(params)) return value;
  const bytes: number[] = [];
  for (const [match, hex] of value.matchAll(/=([0-9A-F]{2})|[\s\S]/gi))
    if (hex === undefined) bytes.push(...new TextEncoder().encode(match));
    else bytes.push(parseInt(hex, 16));
  const charset = /CHARSET="?([\w-]+)/i.exec(params)?.[1]?.toLowerCase() ?? "utf-8";
  const text = new TextDecoder(charset === "utf-8" ? charset : "windows-1252").decode(new Uint8Array(bytes));
  return text.replaceAll(/\r\n?/g, "\n");
}

function contactOf(lines: readonly Line[]): ContactFields | null {
  const all = (name: string) => lines.filter((line) => line.name === name).map((line) => line.value);
  const parts = (name: string) => splitAt(all(name)[0] ?? "", ";").map(unescaped);
  const organization = parts("ORG")[0]?.trim() ?? "";
  const [family = "", given = "", middle = ""] = parts("N");
  const person = unescaped(all("FN")[0] ?? "").trim() || [given, middle, family].filter(Boolean).join(" ").trim();
  const kind = /^org/i.test(all("KIND")[0] ?? "") || (person === organization && organization !== "") ? "company" : "person";
  const name = kind === "company" ? organization || person : person || organization;
  if (name === "") return null;
  const address = parts("ADR");
  const isCompany = kind === "company" || person === "";
  const written = all("NOTE").map(unescaped);
  return {
    ...noContact,
    kind: isCompany ? "company" : "person",
    name: name.slice(0, contactLimits.name),
    roles: wordsIn(all("X-STET-ROLES")).filter((word): word is ContactRole => contactRoles.some((role) => role === word)),
    identifiers: all("X-STET-IDENTIFIER").flatMap(identifierOf).slice(0, contactLimits.identifiers),
    emails: linesIn(all("EMAIL")),
    phones: linesIn(all("TEL").map((value) => value.replace(/^tel:/i, ""))),
    address: addressOf(address),
    country: countryOf(address[6] ?? ""),
    signatory: unescaped(all("X-STET-SIGNATORY")[0] ?? "").slice(0, contactLimits.line),
    tags: wordsIn(all("CATEGORIES")).slice(0, contactLimits.tags),
    notes: [...(isCompany || organization === "" ? [] : [[organization, ...all("TITLE").map(unescaped)].join(", ")]), ...written]
      .join("\n")
      .slice(0, contactLimits.notes),
  };
}

/** Street, then postal code and town; a country that is not a code of two letters is the last line. */
function addressOf([box = "", extra = "", street = "", town = "", region = "", code = "", country = ""]: string[]): string {
  const lines = [box, extra, street, [code, town].filter(Boolean).join(" "), region, countryOf(country) === "" ? country : ""];
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n")
    .slice(0, contactLimits.address);
}

const countryOf = (text: string) => (/^[A-Za-z]{2}$/.test(text.trim()) ? text.trim().toUpperCase() : "");
const linesIn = (values: readonly string[]) =>
  [...new Set(values.map((value) => unescaped(value).trim().slice(0, contactLimits.line)).filter(Boolean))].slice(
    0,
    contactLimits.lines,
  );
const wordsIn = (values: readonly string[]) => [
  ...new Set(
    values
      .flatMap((value) => splitAt(value, ","))
      .map((word) => unescaped(word).trim())
      .filter(Boolean),
  ),
];

function identifierOf(value: string): ContactIdentifier[] {
  const [kind = "", number = ""] = splitAt(value, ";").map(unescaped);
  const isKind = (text: string): text is IdentifierKind => identifierKinds.some((one) => one === text);
  const read = isKind(kind) ? readIdentifier(kind, number) : null;
  return isKind(kind) && read?.ok ? [{ kind, value: read.value }] : [];
}

/** Not at an escaped mark. */
function splitAt(text: string, mark: ";" | ","): string[] {
  const parts = [""];
  for (const [piece] of text.matchAll(/\\[\s\S]|[\s\S]/g))
    if (piece === mark) parts.push("");
    else parts[parts.length - 1] += piece;
  return parts;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, (_, letter: string) => (letter === "n" || letter === "N" ? "\n" : letter));
}

function escaped(text: string): string {
  return text.replaceAll(/[\\,;]/g, "\\$&").replaceAll(/\r\n?|\n/g, "\\n");
}

export function writeVcard(contact: ContactFields): string {
  const [first = "", ...rest] = contact.address.split("\n");
  const isCompany = contact.kind === "company";
  const words = contact.name.split(" ");
  const lines = [
    "BEGIN:VCARD",
    "VERSION:4.0",
    `KIND:${isCompany ? "org" : "individual"}`,
    `FN:${escaped(contact.name)}`,
    isCompany ? `ORG:${escaped(contact.name)}` : `N:${escaped(words.at(-1)!)};${escaped(words.slice(0, -1).join(" "))};;;`,
    ...contact.emails.map((email) => `EMAIL:${escaped(email)}`),
    ...contact.phones.map((phone) => `TEL:${escaped(phone)}`),
    ...(contact.address === "" && contact.country === ""
      ? []
      : [`ADR:;;${escaped(first)};${escaped(rest.join("\n"))};;;${contact.country}`]),
    ...contact.identifiers.map(({ kind, value }) => `X-STET-IDENTIFIER:${kind};${escaped(value)}`),
    ...(contact.roles.length > 0 ? [`X-STET-ROLES:${contact.roles.join(",")}`] : []),
    ...(contact.signatory === "" ? [] : [`X-STET-SIGNATORY:${escaped(contact.signatory)}`]),
    ...(contact.tags.length > 0 ? [`CATEGORIES:${contact.tags.map(escaped).join(",")}`] : []),
    ...(contact.notes === "" ? [] : [`NOTE:${escaped(contact.notes)}`]),
    "END:VCARD",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** At most 75 octets in a line, and none cut inside a character. */
function folded(line: string): string {
  let result = "";
  let octets = 0;
  for (const character of line) {
    const length = new TextEncoder().encode(character).length;
    if (octets + length > 75) {
      result += "\r\n ";
      octets = 1;
    }
    result += character;
    octets += length;
  }
  return result;
}
