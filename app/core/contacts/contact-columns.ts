/* The columns of a table of contacts: what each may hold, and what is guessed of headings in the languages of exports. */
import { identifierKinds, identifierWords } from "./identifiers.ts";

export const columnFields = [
  "kind",
  "name",
  "given",
  "middle",
  "family",
  "company",
  "jobTitle",
  "roles",
  "emails",
  "phones",
  "address",
  "street",
  "postcode",
  "town",
  "region",
  "country",
  "languages",
  "signatory",
  "tags",
  "notes",
  "relations",
  ...identifierKinds,
] as const;
export type ColumnField = (typeof columnFields)[number];

/** What is read of each column; null for none. */
export type ColumnMapping = (ColumnField | null)[];

const ownWords = {
  kind: "Company or person",
  name: "Name",
  given: "First name",
  middle: "Middle name",
  family: "Last name",
  company: "Company",
  jobTitle: "Job title",
  roles: "Roles",
  emails: "Email addresses",
  phones: "Phone numbers",
  address: "Address",
  street: "Street",
  postcode: "Postal code",
  town: "Town",
  region: "Region",
  country: "Country",
  languages: "Languages",
  signatory: "Who signs",
  tags: "Tags",
  notes: "Notes",
  relations: "Relations",
} as const;

export function columnWords(field: ColumnField): string {
  return field in ownWords
    ? ownWords[field as keyof typeof ownWords]
    : identifierWords[field as keyof typeof identifierWords].label;
}

/** Fields that take what is in several columns; of the others, the first that has something. */
export const manyColumns = new Set<ColumnField>([
  "middle",
  "roles",
  "emails",
  "phones",
  "street",
  "languages",
  "tags",
  "notes",
  "relations",
  ...identifierKinds,
]);

/** Called like a field, and about something else: the kind of an address, how a name is pronounced, the assistant's number. */
const about =
  /.\b(?:type|typ|label|etikett)$|.(?:posttyp|mailtyp|mailtype)$|display|angezeigt|visning|weergave|phonetic|yomi|phonetisch|fonetis|nick ?name|spitzname|smeknamn|bijnaam|prefix|suffix|file as|assist|manager|vorgesetzt|spouse|partner|web|photo|foto|birthday|geburtstag/;

const headingWords: [ColumnField, RegExp][] = [
  ["emails", /e-?mail|e-?post|mailadress?/],
  ["phones", /phone|tele?foo?n|mobi[el]|\btel\b|handy/],
  ["se-organisation", /\borg[a-z]*\.?\s?(?:nr|num)|organisation number|organisationsnummer/],
  ["gb-company", /company (?:number|no)\b/],
  ["nl-kvk", /kvk|kamer van koophandel/],
  ["de-register", /handelsregister|\bhr[ab]\b|register(?:nummer| number)/],
  ["lei", /^lei$|legal entity identifier/],
  ["vat", /\bvat|\bust\b|\bust-?id|\bmoms|\bbtw|\bmwst|umsatzsteuer/],
  [
    "middle",
    /middle ?name|additional name|mellannamn|weitere(?:r)? vorname|zweiter vorname|tussenvoegsel|tweede (?:voor)?naam|middelste/,
  ],
  ["given", /first ?name|given|f[oö]rnamn|vorname|voornaam/],
  ["family", /last ?name|surname|family|efternamn|nachname|familienname|achternaam/],
  [
    "company",
    /^(?:company|organi[sz]ation|f[oö]retag|firma|bedrijf|unternehmen)(?: name)?$|^organi[sz]ation \d - name$|^(?:firmen|unternehmens|bedrijfs)naa?me?$|^f[oö]retagsnamn$/,
  ],
  ["jobTitle", /^(?:job ?title|position|befattning|stellung|functie|funktie|organi[sz]ation(?: \d -)? title)$/],
  ["kind", /^(?:kind|type|typ|art|soort)$/],
  ["roles", /^roles?$|^roll(?:er)?$|^rolle[n]?$/],
  ["postcode", /post ?(?:code|nummer|nr)|zip|postal code|plz|postleitzahl/],
  ["town", /^(?:city|town|ort|stad|postort|plaats|stadt)\b|\b(?:city|ort|plaats|woonplaats)$/],
  ["street", /street|gata\b|gatuadress|stra(?:ß|ss)e|straat|p\.?o\.? ?box|postfach|postbus|extended address/],
  ["region", /^(?:state|region|province|bundesland|provincie)\b|\b(?:state|region)$/],
  ["country", /country|^land\b|landcode|\bland$/],
  ["address", /address|adress|anschrift|adres/],
  ["languages", /^(?:languages?|spr[åa]k|sprachen?|taal|talen)$/],
  ["signatory", /signator|firmatecknare|vertreter|tekenbevoegde|signs/],
  ["tags", /^tags?$|categor|kategori|^labels?$|group membership/],
  ["relations", /^relations?(?:hips?)?$|^relationer$|^beziehungen$|^relaties$/],
  ["notes", /^notes?$|anteckning|notiz|notitie|bemerkung|opmerking|comment/],
  ["name", /^(?:full ?|contact ?|display ?)?names?$|namn$|^(?:vollständiger )?name\b|naam$/],
];

const addressParts = new Set<ColumnField>(["address", "street", "postcode", "town", "region", "country"]);

/** A field is read from the first column that is called like it; what is entered of several is of all of them. */
export function guessedMapping(headings: readonly string[], rows: readonly (readonly string[])[] = []): ColumnMapping {
  const plain = headings.map((heading) => heading.toLowerCase().trim());
  const place = fullestPlace(plain, rows);
  const used = new Set<ColumnField>();
  return plain.map((heading) => {
    const field = fieldOf(heading, (one) => !used.has(one) || manyColumns.has(one));
    // One address, and not the streets of one with the town of another.
    if (field === null || (addressParts.has(field) && place !== null && placeOf(heading) !== place)) return null;
    used.add(field);
    return field;
  });
}

function fieldOf(heading: string, isFree: (field: ColumnField) => boolean): ColumnField | null {
  const own = columnFields.find((field) => field === heading);
  if (own !== undefined) return isFree(own) ? own : null;
  if (about.test(heading)) return null;
  return headingWords.find(([field, pattern]) => isFree(field) && pattern.test(heading))?.[0] ?? null;
}

/** Which of several addresses: at work, at home, another, the second. */
function placeOf(heading: string): string {
  if (/\b(?:home|hem|privat|private|thuis|huisadres|bostad)\b/.test(heading)) return "home";
  if (/\b(?:other|[oö]vrig|annan|weitere|andere[rs]?|overig)\b/.test(heading)) return "other";
  return /^address (\d)/.exec(heading)?.[1] ?? "";
}

/** The one that most is entered of; null if there is only one. */
function fullestPlace(headings: readonly string[], rows: readonly (readonly string[])[]): string | null {
  const filled = new Map<string, number>();
  for (const [at, heading] of headings.entries()) {
    const field = fieldOf(heading, () => true);
    if (field === null || !addressParts.has(field)) continue;
    const count = rows.filter((row) => (row[at] ?? "").trim() !== "").length;
    filled.set(placeOf(heading), (filled.get(placeOf(heading)) ?? 0) + count);
  }
  if (filled.size < 2) return null;
  return [...filled].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
