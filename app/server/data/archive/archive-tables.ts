/*
 * What the rows of an archive are, one line per table: an archive is written by this list and read by it. Things come
 * before parts, and each after what it refers to, so that reading needs one pass.
 */
import { sql, type RawBuilder } from "kysely";
import type { Thing } from "#core/archive/things.ts";
import type { Person } from "#core/workspace/policy.ts";

type Common = {
  /** Its name in the archive. */
  name: string;
  table: string;
  /** Columns that stay behind. Those that name an organization do in every table. */
  leave?: readonly string[];
  /** What a column says instead. */
  say?: Readonly<Record<string, (me: Person) => RawBuilder<unknown>>>;
  /** Unique together, and each row after those that it refers to. By default the primary key. */
  order?: readonly string[];
  /** What a row becomes when it arrives elsewhere. */
  arrives?: (row: Record<string, unknown>) => Record<string, unknown>;
};
export type ThingTable = Common & {
  name: Thing;
  /** Whether it is in the archive of this person. */
  mine: (me: Person) => RawBuilder<boolean>;
  /** What identifies it; by default its id. */
  key?: string;
  /** A person has one at most. */
  isOnly?: boolean;
};
/** `by`: the columns that name the thing it is part of, one of which is set; `through`: the table that has them. */
export type PartTable = Common & {
  of: Readonly<Record<string, Thing>>;
  through?: { table: string; column: string };
  where?: string;
};
export type ArchiveTable = ThingTable | PartTable;

function part(table: string, of: PartTable["of"], more: Partial<PartTable> = {}): PartTable {
  return { name: table.replaceAll("_", "-"), table, of, ...more };
}

/** In the personal workspace, or in an organization the person belongs to. */
function inPlace(me: Person) {
  const organizations = JSON.stringify(me.memberships.map(({ organizationId }) => organizationId));
  return sql<boolean>`(organization_id is null or organization_id in (select json_array_elements_text(${organizations}::json)))`;
}
const owned = (me: Person) => sql<boolean>`(owner_id = ${me.userId} and ${inPlace(me)})`;
const ofPerson = (me: Person) => sql<boolean>`(user_id = ${me.userId})`;
const project = (me: Person) => sql<boolean>`(owner_id = ${me.userId} and removed_at is null and ${inPlace(me)})`;
const inProject = (me: Person) =>
  sql<boolean>`(removed_at is null and project_id in (select id from projects where ${project(me)}))`;
const notRemoved = (mine: (me: Person) => RawBuilder<boolean>) => (me: Person) =>
  sql<boolean>`(removed_at is null and ${mine(me)})`;

const ofChat = { chat_id: "chats" } as const;
const ofDraft = { draft_id: "drafts" } as const;
const ofReview = { review_id: "reviews" } as const;
const ofResearch = { research_id: "research" } as const;
const ofCollection = { collection_id: "collections" } as const;

/** Nothing of another installation is at work here. */
const ended = (working: string, instead: string, column: string) => (row: Record<string, unknown>) =>
  row[column] === working ? { ...row, [column]: instead } : row;

export const archiveTables: readonly ArchiveTable[] = [
  { name: "projects", table: "projects", mine: project },
  { name: "drafts", table: "drafts", mine: (me) => sql<boolean>`(${owned(me)} and ${inProject(me)})` },
  {
    name: "chats",
    table: "chats",
    mine: (me) => sql<boolean>`(${owned(me)} and not temporary
      and (project_id is null or project_id in (select id from projects where ${project(me)})))`,
    leave: ["share_state"],
  },
  {
    name: "files",
    table: "files",
    mine: notRemoved((me) => sql<boolean>`(status = 'ready' and ${owned(me)})`),
    // Found out again when the file is read.
    leave: ["key", "kind", "content_type", "status", "problem", "page_count", "scanned_pages", "recognised_pages"],
  },
  {
    name: "templates",
    table: "library_templates",
    mine: notRemoved(ofPerson),
    leave: ["words", "head_words"],
    order: ["(successor_id is not null)", "id"],
  },
  { name: "contacts", table: "contacts", mine: notRemoved(ofPerson), order: ["(merged_into is not null)", "id"] },
  { name: "conflict-checks", table: "conflict_checks", mine: ofPerson },
  { name: "reviews", table: "reviews", mine: inProject },
  { name: "research", table: "research", mine: inProject },
  { name: "collections", table: "discovery_collections", mine: inProject },
  {
    name: "workflow-runs",
    table: "workflow_runs",
    mine: (me) => sql<boolean>`(not is_test and ${inProject(me)})`,
    arrives: ended("working", "stopped", "state"),
  },
  // What would run by itself waits for its owner here.
  { name: "workflow-triggers", table: "workflow_triggers", mine: inProject, arrives: ended("active", "paused", "state") },
  {
    name: "dictionary",
    table: "spelling_memory",
    mine: (me) => sql<boolean>`(draft_id is null and ${owned(me)})`,
    key: "md5(entry)",
    order: ["md5(entry)", "coalesce(organization_id, '')"],
  },
  { name: "style", table: "writing_styles", mine: ofPerson, isOnly: true },

  part("spelling_memory", ofDraft, { name: "ignored-findings", order: ["draft_id", "md5(entry)"] }),
  part("pseudonym_lists", { project_id: "projects" }),
  part("operations", ofChat),
  part("messages", ofChat, { order: ["chat_id", "seq"] }),
  part("chat_texts", ofChat),
  part("runs", ofChat, {
    leave: ["process_id", "heartbeat_at"],
    arrives: (row) => ({ ...ended("running", "interrupted", "status")(row), process_id: "" }),
  }),
  part("draft_versions", ofDraft),
  part("draft_packages", ofDraft, { leave: ["key"] }),
  part("comments", ofDraft, {
    order: ["(thread_id is not null)", "id"],
    where: "(deleted_at is null or thread_id is null)",
    say: {
      text: () => sql`case when deleted_at is null then text else '' end`,
      // Others have no account here, and the importer is named by theirs.
      author_name: (me) => sql`case when author_id = ${me.userId} then author_name
        else coalesce((select name from "user" where id = author_id), author_name) end`,
    },
  }),
  part("proposed_changes", { draft_id: "drafts", chat_id: "chats" }),
  part("playbook_checks", ofDraft),
  part("playbook_findings", ofDraft, { through: { table: "playbook_checks", column: "check_id" } }),
  part("library_template_versions", { template_id: "templates" }),
  part("contact_relations", { from_id: "contacts" }, { where: "removed_at is null" }),
  part("review_columns", ofReview),
  part("review_documents", ofReview),
  part("review_runs", ofReview),
  part("review_cells", ofReview, { leave: ["claim_id", "run_order"] }),
  part("review_changes", ofReview),
  part("review_comments", ofReview),
  part("research_steps", ofResearch),
  part("research_runs", ofResearch),
  part("research_searches", ofResearch),
  part("research_sources", ofResearch),
  part("discovery_sources", ofCollection),
  part("discovery_documents", ofCollection, { order: ["collection_id", "number"] }),
  part("discovery_issues", ofCollection),
  part("discovery_searches", ofCollection),
  part("discovery_codings", ofCollection),
  part("discovery_coding_changes", ofCollection, { leave: ["id"] }),
  part("discovery_redactions", ofCollection),
  part("discovery_productions", ofCollection),
  part("discovery_produced_documents", ofCollection),
  part("workflow_steps", { run_id: "workflow-runs" }),
  part("workflow_trigger_starts", { trigger_id: "workflow-triggers" }),
];

export function isThing(one: ArchiveTable): one is ThingTable {
  return "mine" in one;
}

const byThing = new Map(archiveTables.filter(isThing).map((one) => [one.name, one]));
export function thingTable(name: Thing): ThingTable {
  return byThing.get(name)!;
}

export function tableNamed(name: string): ArchiveTable | undefined {
  return archiveTables.find((one) => one.name === name);
}

/** The things whose rows are in a table. */
export function thingIn(table: string): ThingTable | undefined {
  return archiveTables.filter(isThing).find((one) => one.table === table);
}

export const keyOf = ({ key }: Pick<ThingTable, "key">) => sql<string>`(${sql.raw(key ?? "id::text")})`;

/** On the row's own table: the id of the thing that it is a part of. */
export function wholeOf({ of, through }: PartTable): RawBuilder<string> {
  const columns = Object.keys(of).map((column) => `${column}::text`);
  const named = sql.raw(columns.length === 1 ? columns[0]! : `coalesce(${columns.join(", ")})`);
  if (through === undefined) return sql<string>`(${named})`;
  return sql<string>`(select ${named} from ${sql.table(through.table)} where id = ${sql.ref(through.column)})`;
}

/** Which rows are in the archive of this person. */
export function archivedRowsOf(me: Person, one: ArchiveTable): RawBuilder<boolean> {
  if (isThing(one)) return one.mine(me);
  const { of, through, where = "true" } = one;
  const wholes = Object.entries(of).map(
    ([column, thing]) =>
      sql<boolean>`${sql.ref(column)} in (select id from ${sql.table(thingTable(thing).table)} where ${thingTable(thing).mine(me)})`,
  );
  const isOfMine = sql<boolean>`(${sql.join(wholes, sql` or `)})`;
  if (through === undefined) return sql<boolean>`(${isOfMine} and ${sql.raw(where)})`;
  return sql<boolean>`${sql.ref(through.column)} in (select id from ${sql.table(through.table)} where ${isOfMine})`;
}
