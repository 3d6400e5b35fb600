/* A contact as facts in words, with their day: what a model is given when one is mentioned. */
import { kindWords, roleWords, type Contact } from "./contact.ts";
import { identifierWords } from "./identifiers.ts";
import { languageName } from "./languages.ts";
import { relationWords } from "./relation.ts";

export type ContactFact = { label: string; value: string };
export type FactualContact = Omit<Contact, "id" | "version" | "merged">;

/** Those that are entered. The name is first. */
export function contactFacts(contact: FactualContact): ContactFact[] {
  const { kind, name, roles, identifiers, emails, phones, address, country, languages, signatory, relations, tags, notes } =
    contact;
  const facts: ContactFact[] = [
    { label: "Name", value: name },
    { label: "Kind", value: kindWords[kind] },
    { label: "Roles", value: roles.map((role) => roleWords[role]).join(", ") },
    ...identifiers.map((one) => ({ label: identifierWords[one.kind].label, value: one.value })),
    { label: "Email addresses", value: emails.join(", ") },
    { label: "Phone numbers", value: phones.join(", ") },
    { label: "Address", value: address.split("\n").join(", ") },
    { label: "Country", value: country },
    { label: "Languages", value: languages.map(languageName).join(", ") },
    { label: "Who signs", value: signatory },
    { label: "Relations", value: relations.map((one) => `${relationWords(one)} ${one.other.name}`).join("; ") },
    { label: "Tags", value: tags.join(", ") },
    { label: "Notes", value: inOneLine(notes) },
  ];
  return facts.filter(({ value }) => value !== "");
}

function inOneLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" / ");
}

/** What is remarked about people stays unless it is chosen. */
export const isPrivateFact = ({ label }: ContactFact) => label === "Notes" || label === "Tags";

/** `left`: labels of what is not said. */
export function contactFactsText(contact: FactualContact, left: ReadonlySet<string> = new Set()): string {
  const day = contact.updatedAt.slice(0, 10);
  const facts = contactFacts(contact).filter(({ label }) => !left.has(label));
  return `Facts from the contact “${contact.name}”, as it was last changed on ${day}:\n\n${facts.map(({ label, value }) => `${label}: ${value}`).join("\n")}\n`;
}
