/* Everything about one contact as the files of an archive, to be handed to whom it is about. */
import { relationWords } from "#core/contacts/relation.ts";
import type { ContactReport } from "#core/contacts/contact-report.ts";
import { writeVcard } from "#core/contacts/vcard.ts";
import type { ZipEntry } from "./zip.ts";

export async function* contactAccess(report: ContactReport, at: Date): AsyncGenerator<ZipEntry> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const { contact, named, checks, runs, hidden } = report;
  yield { name: "about.txt", content: about(report, at), at };
  yield { name: "contact.json", content: json(contact), at };
  yield { name: "contact.vcf", content: writeVcard(contact), at };
  yield { name: "mentions.json", content: json(named), at };
  yield { name: "conflict-checks.json", content: json({ checks, hidden: hidden.checks }), at };
  yield { name: "workflow-runs.json", content: json({ runs, hidden: hidden.runs }), at };
}

function about({ contact, named, checks, runs, hidden }: ContactReport, at: Date): string {
  const { compared } = named;
  const withheld = named.hidden.count + hidden.checks + hidden.runs;
  const lines = [
    `What this workspace holds about ${contact.name}, on ${at.toISOString().slice(0, 10)}.`,
    "",
    "contact.json, contact.vcf: the contact, what was merged into it, and what it is to others:",
    ...(contact.relations.length === 0
      ? ["  nothing"]
      : contact.relations.map((one) => `  ${relationWords(one)} ${one.other.name}`)),
    `mentions.json: ${countOf(named.hits.length, "place")} with this name or one like it, among ${compared.contacts} contacts, ${compared.projects} projects, ${compared.drafts} drafts and ${compared.files} files.`,
    `conflict-checks.json: ${countOf(checks.length, "conflict check")} that asked for the name or found the contact.`,
    `workflow-runs.json: ${countOf(runs.length, "workflow run")} that had the contact as an input, with what was given.`,
    "",
    `Not in it: ${withheld} more of these, to which the person who made this file has no access.`,
    "Not searched: chats, answers of reviews and research, and documents of collections. Search those by the name.",
  ];
  return `${lines.join("\n")}\n`;
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
