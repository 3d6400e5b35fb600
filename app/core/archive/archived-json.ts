/*
 * The form of every JSON column that comes out of an archive. An archive is a file from outside: what is in it was
 * perhaps not written by Stet.
 */
import { z } from "zod";
import { agentActionSchema } from "../agent/agent-schema.ts";
import { authorshipSchema } from "../authorship/authorship-schema.ts";
import { attachmentSchema, messagePartSchema } from "../chat/message.ts";
import { chatChoicesSchema } from "../chat/chat.ts";
import { fieldNames } from "../discovery/production.ts";
import { documentOf } from "../document/document-schema.ts";
import { packageAnchorsSchema } from "../document/package-anchors.ts";
import { sourceSchema } from "../sources/source-schema.ts";
import { houseStyleSchema } from "../style/house-style.ts";

const object = z.record(z.string(), z.unknown());
const texts = z.array(z.string());
const objects = z.array(object);
/** Compared, and never read as HTML: what else it holds is the schema's of documents. */
const draft = z.custom((value) => documentOf(value) !== null);
const party = z.looseObject({ name: z.string() });
const contact = z.looseObject({
  kind: z.string(),
  name: z.string(),
  roles: texts,
  identifiers: objects,
  emails: texts,
  phones: texts,
  address: z.string(),
  country: z.string(),
  languages: texts.optional(),
  signatory: z.string(),
  tags: texts,
  notes: z.string(),
});

/** By table and column. */
export const jsonColumns: Readonly<Record<string, z.ZodType>> = {
  "projects.matter": z.record(z.string(), z.string()),
  "pseudonym_lists.entries": z.array(z.looseObject({ id: z.string(), kind: z.string(), forms: texts })),
  "pseudonym_lists.codes": objects,
  "drafts.document": draft,
  "drafts.authorship": authorshipSchema,
  "draft_versions.document": draft,
  "draft_versions.authorship": authorshipSchema,
  "draft_versions.agent": agentActionSchema,
  "draft_packages.anchors": packageAnchorsSchema,
  "proposed_changes.patch": object,
  "proposed_changes.change": object,
  "comments.anchor": object,
  "playbook_findings.rule": object,
  "playbook_findings.finding": object,
  "playbook_findings.proposed": object,
  "chats.choices": chatChoicesSchema,
  "messages.parts": z.array(messagePartSchema),
  "messages.attachments": z.array(attachmentSchema),
  "messages.sources": z.array(sourceSchema),
  "messages.extras": object,
  "runs.usage": object,
  "files.frozen": object,
  "contacts.fields": contact,
  "contacts.fields_before": contact,
  "conflict_checks.parties": z.array(party),
  "conflict_checks.found": object,
  "review_columns.choices": texts,
  "review_cells.sources": objects,
  "review_cells.held": object,
  "review_changes.before": object,
  "review_changes.after": object,
  "research.jurisdictions": texts,
  "research_steps.queries": objects,
  "research_steps.finding": object,
  "research_runs.memo": objects,
  "research_searches.jurisdictions": texts,
  "research_searches.found": objects,
  "research_searches.notices": texts,
  "research_sources.source": sourceSchema,
  "discovery_documents.named": z.looseObject({ references: texts, people: texts }),
  "discovery_produced_documents.redactions": objects,
  "discovery_produced_documents.fields": z.record(z.enum(fieldNames), z.string()),
  "workflow_runs.inputs": object,
  "workflow_steps.given": z.array(z.unknown()),
  "workflow_steps.result": z.unknown(),
  "workflow_steps.sources": objects,
  "workflow_steps.made": object,
  "workflow_steps.question": object,
  "workflow_triggers.schedule": object,
  "workflow_triggers.inputs": object,
  "writing_styles.samples": objects,
  "writing_styles.house": houseStyleSchema,
};

const deepest = 400;
const addressed = new Set(["url", "href", "src"]);
const ignoredByBrowsers = /[\p{Cc}\p{Cf}\p{Z}]/gu;

/** Whether every address in it leads to the web, a mailbox, a telephone, Stet itself or carries its own content. */
export function isHarmless(value: unknown, depth = 0): boolean {
  if (depth > deepest) return false;
  if (Array.isArray(value)) return value.every((one) => isHarmless(one, depth + 1));
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, inner]) =>
    typeof inner === "string" ? !addressed.has(name) || isAddress(inner) : isHarmless(inner, depth + 1),
  );
}

function isAddress(text: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text.slice(0, 100).replaceAll(ignoredByBrowsers, ""))?.[1];
  return scheme === undefined || ["http", "https", "mailto", "tel", "data"].includes(scheme.toLowerCase());
}
