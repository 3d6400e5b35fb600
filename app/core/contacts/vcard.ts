/*
 * Contacts as vCards, which address books import and export: 4.0 (RFC 6350) is written; 4.0, 3.0 and 2.1, which Outlook
 * writes, are read. Packages for it read no 2.1.
 */
import { contactLimits, contactRoles, noContact, type ContactFields, type ContactRole } from "./contact.ts";
import type { ReadTable } from "./contact-table.ts";
import { identifierKinds, readIdentifier, type ContactIdentifier, type IdentifierKind } from "./identifiers.ts";
import { languageName, readLanguages } from "./languages.ts";
import { relationOfType, relationType, type ContactRelation, type ReadRelation } from "./relation.ts";
import { few, fewLines, within } from "./within-limits.ts";

type Line = { name: string; params: string; value: string };
type Card = { contact: ContactFields; uid: string | null; relations: ReadRelation[]; unused: string[]; leftOut: string[] };

/** Cards without a name are left out and counted. A relation to another card of the file has that one's name. */
export function readVcards(text: string): ReadTable {
  const cards: Card[] = [];
  let unnamed = 0;
  let lines: Line[] | null = null;
  for (const line of linesOf(text)) {
    if (line.name === "BEGIN" && line.value.trim().toUpperCase() === "VCARD") lines = [];
    else if (line.name === "END" && lines !== null) {
      const card = cardOf(lines);
      if (card === null) unnamed++;
      else cards.push(card);
      lines = null;
    } else lines?.push(line);
  }
  const names = new Map(cards.flatMap(({ uid, contact }) => (uid === null ? [] : [[uid, contact.name] as const])));
  const unused = cards.flatMap((card) => card.unused);
  const relations = cards.map((card) =>
    card.relations.flatMap((one) => {
      const name = (one.uid === undefined ? undefined : names.get(one.uid)) ?? one.name;
      // It says which card, of those in another file.
      if (name === "") unused.push(one.uid ?? "");
      return name === "" ? [] : [{ ...one, name }];
    }),
  );
  const leftOut = Map.groupBy(
    cards.flatMap((card) => card.leftOut),
    (name) => name,
  );
  return {
    contacts: cards.map(({ contact }) => contact),
    relations,
    uids: cards.map(({ uid }) => uid),
    unnamed,
    unused,
    leftOut: [...leftOut].map(([heading, all]) => ({ heading, cells: all.length })),
  };
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

function cardOf(lines: readonly Line[]): Card | null {
  const all = (name: string) => lines.filter((line) => line.name === name).map((line) => line.value);
  const parts = (name: string) => splitAt(all(name)[0] ?? "", ";").map(unescaped);
  const organization = parts("ORG")[0]?.trim() ?? "";
  const [family = "", given = "", middle = ""] = parts("N");
  const person = unescaped(all("FN")[0] ?? "").trim() || [given, middle, family].filter(Boolean).join(" ").trim();
  const kind = /^org/i.test(all("KIND")[0] ?? "") || (person === organization && organization !== "") ? "company" : "person";
  const name = kind === "company" ? organization || person : person || organization;
  if (name === "") return null;
  const unused: string[] = [];
  const isCompany = kind === "company" || person === "";
  const work = isCompany || organization === "" ? "" : [organization, ...all("TITLE").map(unescaped)].join(", ");
  const contact: ContactFields = {
    ...noContact,
    ...addressIn(parts("ADR"), unused),
    ...listsIn(all, unused),
    kind: isCompany ? "company" : "person",
    name: within(name, contactLimits.name, unused),
    signatory: within(unescaped(all("X-STET-SIGNATORY")[0] ?? ""), contactLimits.line, unused),
    notes: within([work, ...all("NOTE").map(unescaped)].filter(Boolean).join("\n"), contactLimits.notes, unused),
  };
  const related = relatedIn(lines);
  unused.push(...related.unused);
  return { contact, uid: uidIn(all("UID")[0]), relations: related.relations, unused, leftOut: leftOutOf(lines) };
}

function listsIn(all: (name: string) => string[], unused: string[]) {
  const lines = (name: string) =>
    all(name)
      .map((value) => unescaped(value).trim())
      .filter(Boolean);
  const identifiers = all("X-STET-IDENTIFIER").flatMap((value) => identifierOf(value, unused));
  const isRole = (word: string): word is ContactRole => contactRoles.some((role) => role === word);
  const roles = wordsIn(all("X-STET-ROLES"));
  const { languages, unused: unread } = readLanguages(lines("LANG"));
  unused.push(...roles.filter((word) => !isRole(word)), ...unread);
  const phones = lines("TEL").map((value) => value.replace(/^tel:/i, ""));
  return {
    roles: roles.filter(isRole),
    identifiers: few(identifiers, contactLimits.identifiers, unused, ({ value }) => value),
    emails: fewLines(lines("EMAIL"), contactLimits.lines, unused),
    phones: fewLines(phones, contactLimits.lines, unused),
    languages: few(languages, contactLimits.lines, unused, languageName),
    tags: fewLines(wordsIn(all("CATEGORIES")), contactLimits.tags, unused),
  };
}

const uidIn = (value: string | undefined) => value?.trim().toLowerCase() || null;

/** Ours say in a parameter what the other is called, for when its card is not in the file. */
function relatedIn(lines: readonly Line[]): { relations: ReadRelation[]; unused: string[] } {
  const relations: ReadRelation[] = [];
  const unused: string[] = [];
  for (const { name, params, value } of lines) {
    if (name !== "RELATED") continue;
    const text = unescaped(value).trim();
    const types = (parameter(params, "TYPE") ?? "").split(",");
    const side = types.flatMap((type) => relationOfType(type.trim()) ?? [])[0];
    const isUid = !/VALUE="?text/i.test(params) && /^[a-z][a-z0-9+.-]*:/i.test(text);
    const called = isUid ? (parameter(params, "X-STET-NAME") ?? "") : text;
    if (side === undefined || text === "") unused.push([types.join(" "), called || text].filter(Boolean).join(" "));
    else relations.push({ ...side, name: called, ...(isUid && { uid: text.toLowerCase() }) });
  }
  return { relations, unused };
}

function parameter(params: string, name: string): string | undefined {
  for (const [, key, quoted, plain] of params.matchAll(/;([\w-]+)=(?:"([^"]*)"|([^";]*))/g))
    if (key!.toUpperCase() === name) return (quoted ?? plain ?? "").replaceAll(/\^(['n^])/g, (_, mark: string) => marks[mark]!);
  return undefined;
}

/** RFC 6868. */
const marks: Record<string, string> = { "'": '"', n: "\n", "^": "^" };
const quotedParameter = (text: string) => `"${text.replaceAll(/["^\n]/g, (mark) => ({ '"': "^'", "\n": "^n" })[mark] ?? "^^")}"`;

const readNames = new Set(
  ["N", "FN", "KIND", "ORG", "TITLE", "NOTE", "EMAIL", "TEL", "ADR", "CATEGORIES", "LANG", "UID", "RELATED"].concat(
    ["X-STET-ROLES", "X-STET-IDENTIFIER", "X-STET-SIGNATORY"],
    // About the card or another line of it.
    ["VERSION", "PRODID", "REV", "SOURCE", "CLIENTPIDMAP", "SORT-STRING", "LABEL", "X-ABLABEL", "X-ABADR", "X-ABUID", "X-ABSHOWAS"],
    ["X-MS-OL-DESIGN", "X-MS-OL-DEFAULT-POSTAL-ADDRESS", "X-MS-CARDPICTURE"],
  ),
);
const leftOutWords: Record<string, string> = {
  ADR: "another address",
  ANNIVERSARY: "anniversary",
  BDAY: "birthday",
  IMPP: "messaging address",
  NICKNAME: "nickname",
  PHOTO: "photo",
  ROLE: "role",
  URL: "web address",
};

/** What has no field in a contact. */
function leftOutOf(lines: readonly Line[]): string[] {
  const filled = lines.filter(({ value }) => value.replaceAll(/[;\s]/g, "") !== "");
  const others = filled.filter(({ name }) => name === "ADR").slice(1);
  return [...filled.filter(({ name }) => !readNames.has(name)), ...others].map(({ name }) => leftOutWords[name] ?? name);
}

/** Street, then postal code and town; a country that is not a code of two letters is the last line. */
function addressIn(
  [box = "", extra = "", street = "", town = "", region = "", code = "", country = ""]: string[],
  unused: string[],
) {
  const lines = [box, extra, street, [code, town].filter(Boolean).join(" "), region, countryOf(country) === "" ? country : ""];
  const written = lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");
  return { address: within(written, contactLimits.address, unused), country: countryOf(country) };
}

const countryOf = (text: string) => (/^[A-Za-z]{2}$/.test(text.trim()) ? text.trim().toUpperCase() : "");
const wordsIn = (values: readonly string[]) => [
  ...new Set(
    values
      .flatMap((value) => splitAt(value, ","))
      .map((word) => unescaped(word).trim())
      .filter(Boolean),
  ),
];

function identifierOf(value: string, unused: string[]): ContactIdentifier[] {
  const [kind = "", number = ""] = splitAt(value, ";").map(unescaped);
  const isKind = (text: string): text is IdentifierKind => identifierKinds.some((one) => one === text);
  const read = isKind(kind) ? readIdentifier(kind, number) : null;
  if (isKind(kind) && read?.ok) return [{ kind, value: read.value }];
  unused.push(number || kind);
  return [];
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

type Written = ContactFields & { id?: string; relations?: readonly ContactRelation[] };

/** With the languages it prefers in order, and what it is to others, known by their ids and names. */
export function writeVcard(contact: Written): string {
  const [first = "", ...rest] = contact.address.split("\n");
  const isCompany = contact.kind === "company";
  const words = contact.name.split(" ");
  const lines = [
    "BEGIN:VCARD",
    "VERSION:4.0",
    `KIND:${isCompany ? "org" : "individual"}`,
    `FN:${escaped(contact.name)}`,
    isCompany ? `ORG:${escaped(contact.name)}` : `N:${escaped(words.at(-1)!)};${escaped(words.slice(0, -1).join(" "))};;;`,
    ...(contact.id === undefined ? [] : [`UID:urn:uuid:${contact.id}`]),
    ...contact.emails.map((email) => `EMAIL:${escaped(email)}`),
    ...contact.phones.map((phone) => `TEL:${escaped(phone)}`),
    ...(contact.address === "" && contact.country === ""
      ? []
      : [`ADR:;;${escaped(first)};${escaped(rest.join("\n"))};;;${contact.country}`]),
    ...contact.languages.map((tag, at) => `LANG;PREF=${at + 1}:${tag}`),
    ...(contact.relations ?? []).map(
      (one) => `RELATED;TYPE=${relationType(one)};X-STET-NAME=${quotedParameter(one.other.name)}:urn:uuid:${one.other.id}`,
    ),
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
