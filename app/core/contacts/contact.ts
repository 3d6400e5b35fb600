/* People and companies that the work is for, against, or done with. */
import type { PartyPart } from "../templates/template.ts";
import type { ContactIdentifier } from "./identifiers.ts";
import type { ContactRelation } from "./relation.ts";

export const contactKinds = ["company", "person"] as const;
export type ContactKind = (typeof contactKinds)[number];

export const contactRoles = ["client", "counterparty", "counsel", "court", "authority", "witness"] as const;
export type ContactRole = (typeof contactRoles)[number];

export const contactLimits = {
  contacts: 50_000,
  /** In one import. */
  imported: 10_000,
  name: 200,
  line: 200,
  address: 600,
  notes: 20_000,
  identifiers: 10,
  lines: 10,
  tags: 20,
} as const;

/** What is entered of a contact. */
export type ContactFields = {
  kind: ContactKind;
  /** A person's as it is spoken: given name first. */
  name: string;
  roles: ContactRole[];
  identifiers: ContactIdentifier[];
  emails: string[];
  phones: string[];
  /** Lines, as on an envelope. */
  address: string;
  /** ISO 3166-1, two letters; "" if not stated. */
  country: string;
  /** Language tags, the preferred one first. */
  languages: string[];
  /** Who signs for it, with their title. */
  signatory: string;
  tags: string[];
  notes: string;
};

export type ContactSummary = Pick<ContactFields, "kind" | "name" | "roles" | "emails" | "country" | "tags"> & { id: string };
export type Contact = ContactFields & {
  id: string;
  version: number;
  updatedAt: string;
  /** Contacts that were merged into this one, and can be separated again. */
  merged: { id: string; name: string }[];
  relations: ContactRelation[];
};
export type ContactPage = { contacts: ContactSummary[]; next: string | null };

export const noContact: ContactFields = {
  kind: "company",
  name: "",
  roles: [],
  identifiers: [],
  emails: [],
  phones: [],
  address: "",
  country: "",
  languages: [],
  signatory: "",
  tags: [],
  notes: "",
};

export const kindWords: Record<ContactKind, string> = { company: "Company", person: "Person" };

export const roleWords: Record<ContactRole, string> = {
  client: "Client",
  counterparty: "Counterparty",
  counsel: "Counsel",
  court: "Court",
  authority: "Authority",
  witness: "Witness",
};

/** The kept contact with what only the other has: nothing of it is replaced. */
export function mergedFields(kept: ContactFields, other: ContactFields): ContactFields {
  const identifiers = new Map([...other.identifiers, ...kept.identifiers].map((one) => [`${one.kind} ${one.value}`, one]));
  return {
    ...kept,
    roles: union(kept.roles, other.roles),
    identifiers: [...identifiers.values()].slice(0, contactLimits.identifiers),
    emails: union(kept.emails, other.emails).slice(0, contactLimits.lines),
    phones: union(kept.phones, other.phones).slice(0, contactLimits.lines),
    address: kept.address || other.address,
    country: kept.country || other.country,
    languages: union(kept.languages, other.languages).slice(0, contactLimits.lines),
    signatory: kept.signatory || other.signatory,
    tags: union(kept.tags, other.tags).slice(0, contactLimits.tags),
    notes: [kept.notes, other.notes].filter(Boolean).join("\n\n").slice(0, contactLimits.notes),
  };
}

function union<T>(some: readonly T[], others: readonly T[]): T[] {
  return [...new Set([...some, ...others])];
}

/** What a template asks of a party, as it is written on one line. */
export function partyValues({ name, identifiers, address, signatory }: ContactFields): Record<"name" | PartyPart, string> {
  // A register's number says who it is better than one given for tax.
  const number = identifiers.find(({ kind }) => kind !== "vat" && kind !== "lei") ?? identifiers[0];
  return { name, number: number?.value ?? "", address: address.split("\n").join(", "), signatory };
}
