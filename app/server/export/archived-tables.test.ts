/*
 * Every table is in the archive of an account and in that of an organization, or says here why not: a row is put into
 * each, and what it says is looked for where it should be.
 */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newWorld, tablesOf, type World } from "#test/every-table.ts";
import { actAs } from "../db/acting.ts";
import type { Db } from "../db/database.ts";
import { organizationArchive } from "./organization-archive.ts";
import { ownArchive } from "./own-archive.ts";
import type { ZipEntry } from "./zip.ts";

/** The name of the entry that holds the rows, or the reason for holding none. */
type Kept = { own: RegExp | string; organization: RegExp | string };

const inBoth = (entry: RegExp): Kept => ({ own: entry, organization: entry });
const ofAccount = (entry: RegExp): Kept => ({ own: entry, organization: "It belongs to an account." });
const ofOrganization = (entry: RegExp): Kept => ({ own: "It belongs to an organization.", organization: entry });
const inNeither = (reason: string): Kept => ({ own: reason, organization: reason });

const accesses = "It would give access.";
const derived = "Made from what the archive holds.";
const passing = "Stet’s own record of work in hand.";
const installation = "It belongs to the installation.";
const counted = "Numbers for billing, limits and the pages of usage.";
const bought = "The payment service’s, which shows it with the invoices.";

const kept: Record<string, Kept> = {
  user: { own: /^account\.json$/, organization: /^members\.json$/ },
  account: ofAccount(/^account\.json$/),
  session: ofAccount(/^account\.json$/),
  passkeys: ofAccount(/^account\.json$/),
  security_events: { own: /^account\.json$/, organization: /^security-log\.csv$/ },
  imports: ofAccount(/^imports\.json$/),
  spelling_memory: ofAccount(/^dictionary\.json$/),
  writing_styles: inBoth(/^style\.json$/),

  organization: { own: /^account\.json$/, organization: /^organization\.json$/ },
  member: { own: /^account\.json$/, organization: /^members\.json$/ },
  invitation: ofOrganization(/^invitations\.json$/),
  contacts: inBoth(/^contacts\.json$/),
  // The row of this test is between contacts of the organization.
  contact_relations: ofOrganization(/^contacts\.json$/),
  conflict_checks: inBoth(/^conflict-checks\.json$/),
  library_templates: inBoth(/^library\//),
  library_template_versions: inNeither("Templates leave as they are."),
  library_vectors: inNeither(derived),
  pseudonym_lists: { own: /\/projects\//, organization: /^pseudonyms\.json$/ },

  projects: { own: /\/projects\//, organization: /\/project\.json$/ },
  project_shares: { own: /\/projects\//, organization: /\/project\.json$/ },
  drafts: inBoth(/\/drafts\/.*\.json$/),
  draft_versions: inBoth(/\/drafts\/.*\.json$/),
  draft_packages: { own: /\/drafts\/.*\.json$/, organization: "The file itself is beside the draft." },
  comments: inBoth(/\/drafts\/.*\.json$/),
  proposed_changes: inBoth(/\/drafts\/.*\.json$/),
  playbook_checks: inBoth(/\/drafts\/.*\.json$/),
  playbook_findings: inBoth(/\/drafts\/.*\.json$/),
  files: inBoth(/\/files\//),
  research: inBoth(/\/research\/.*\/research\.json$/),
  research_steps: inBoth(/\/research\/.*\/research\.json$/),
  research_runs: inBoth(/\/research\/.*\/research\.json$/),
  research_searches: inBoth(/\/research\/.*\/searches\.json$/),
  research_sources: inBoth(/\/research\/.*\/sources\.json$/),
  discovery_collections: inBoth(/\/discovery\/.*\/collection\.json$/),
  discovery_sources: inBoth(/\/discovery\/.*\/collection\.json$/),
  discovery_searches: inBoth(/\/discovery\/.*\/collection\.json$/),
  discovery_issues: inBoth(/\/discovery\/.*\/collection\.json$/),
  discovery_codings: inBoth(/\/discovery\/.*\/documents\.json$/),
  discovery_coding_changes: inBoth(/\/discovery\/.*\/coding\.json$/),
  discovery_redactions: inBoth(/\/discovery\/.*\/redactions\.json$/),
  discovery_productions: inBoth(/\/discovery\/.*\/production\.json$/),
  discovery_produced_documents: inBoth(/\/discovery\/.*\/production\.json$/),
  discovery_documents: inBoth(/\/discovery\/.*\/documents\.json$/),
  reviews: inBoth(/\/reviews\/.*\/review\.json$/),
  review_columns: inBoth(/\/reviews\/.*\/review\.json$/),
  review_runs: inBoth(/\/reviews\/.*\/review\.json$/),
  review_documents: inBoth(/\/reviews\/.*\/rows\.json$/),
  review_cells: inBoth(/\/reviews\/.*\/rows\.json$/),
  review_changes: inBoth(/\/reviews\/.*\/changes\.json$/),
  review_comments: inBoth(/\/reviews\/.*\/comments\.json$/),
  workflow_runs: inBoth(/\/workflow-runs\/.*\.json$/),
  workflow_steps: inBoth(/\/workflow-runs\/.*\.json$/),
  workflow_triggers: inBoth(/\/workflow-triggers\/.*\.json$/),
  workflow_trigger_starts: inBoth(/\/workflow-triggers\/.*\.json$/),

  chats: { own: /\/chat\.json$/, organization: /\/chats\/.*\.json$/ },
  messages: { own: /\/chat\.json$/, organization: /\/chats\/.*\.json$/ },
  chat_texts: { own: /\/chat\.json$/, organization: "The texts of a chat are in its messages, as they were proposed." },
  runs: { own: /\/chat\.json$/, organization: /\/chats\/.*\.json$/ },

  api_keys: inNeither(accesses),
  chat_shares: inNeither(accesses),
  model_connections: inNeither(accesses),
  tried_codes: inNeither(accesses),
  twoFactor: inNeither(accesses),
  verification: inNeither(accesses),
  tool_servers: inNeither(accesses),
  webhooks: inNeither(accesses),
  webhook_deliveries: inNeither(passing),
  tool_consents: inNeither(accesses),
  tool_sign_ins: inNeither(accesses),
  chat_documents: inNeither(derived),
  chat_search: inNeither(derived),
  chat_summaries: inNeither(derived),
  chat_words: inNeither(derived),
  discovery_words: inNeither(derived),
  file_indexes: inNeither(derived),
  file_pages: inNeither(derived),
  file_postings: inNeither(derived),
  file_texts: inNeither(derived),
  file_vectors: inNeither(derived),
  sent_pieces: inNeither(derived),
  sent_requests: inNeither(derived),
  api_usage: inNeither(counted),
  api_usage_months: inNeither(counted),
  limits_used: inNeither(counted),
  model_uses: inNeither(counted),
  plan_tokens: { own: "Counted by month in account.json.", organization: counted },
  plan_tokens_months: { own: "Counted by month in account.json.", organization: counted },
  billing_customers: inNeither(bought),
  billing_events: inNeither(bought),
  subscriptions: inNeither(bought),
  comment_letters: inNeither(passing),
  comment_notices: inNeither(passing),
  jobs: inNeither(passing),
  letters: inNeither(passing),
  model_requests: inNeither(passing),
  operations: inNeither(passing),
  run_events: inNeither(passing),
  former_slugs: inNeither("Addresses that lead to the present one."),
  imported_chats: inNeither("Which chat came from which export; the chats themselves are there."),
  imported_drafts: inNeither("Which draft came from which export; the drafts themselves are there."),
  imported_projects: inNeither("Which project was made for which folder; the projects themselves are there."),
  imported_files: inNeither("Which file came from which export; the files themselves are there."),
  restored_rows: inNeither("Which thing came from which archive; the things themselves are there."),
  inherited_projects: inNeither("Undoes a removal for a while."),
  known_devices: inNeither("Digests of secrets that only the devices keep."),
  ownership_offers: inNeither("Stands until it is answered."),
  removed_members: inNeither("Undoes a removal for a while."),
  administrators: inNeither(installation),
  installation_settings: inNeither(installation),
  migrations: inNeither(installation),
  suspensions: inNeither(installation),
};
/** Public texts, the same for everyone. */
const isLaw = (table: string) => table.startsWith("law_");
/** Made with the world's people, not row by row. */
const ofPeople = new Set(["user", "organization", "member", "migrations"]);

eachDatabase((open) => {
  let tables: string[];
  let world: World;
  const archives: Record<keyof Kept, ZipEntry[]> = { own: [], organization: [] };
  beforeAll(async () => {
    const { db } = await open();
    const asStet = actAs(theServer, db);
    tables = (await tablesOf(asStet)).map(({ name }) => name).filter((name) => !isLaw(name));
    world = await newWorld(
      asStet,
      tables.filter((name) => !ofPeople.has(name)),
    );
    const me = await withMeaning(db, world);
    const sources = { db, store: { read: async () => Buffer.from("content") }, onGaps: async () => {} };
    for await (const entry of ownArchive(me, sources, new Date())) archives.own.push(entry);
    for await (const entry of organizationArchive(me, sources, new Date())) archives.organization.push(entry);
  });

  test("each table is in the archives, or has a reason", () => {
    const known = Object.keys(kept);
    expect(
      tables.filter((name) => !known.includes(name)),
      "new tables: put them into the archives, or say here why not",
    ).toEqual([]);
    expect(known.filter((name) => !tables.includes(name))).toEqual([]);
  });

  test.each(["own", "organization"] as const)("the archive %s holds what it should", (of) => {
    const missing = Object.entries(kept).flatMap(([table, { [of]: entry }]) => {
      if (typeof entry === "string") return [];
      const said = saidBy(table);
      const isThere = ({ name, content }: ZipEntry) =>
        entry.test(name) && said.some((one) => `${name} ${String(content)}`.includes(one));
      return archives[of].some(isThere) ? [] : [table];
    });
    expect(missing).toEqual([]);
  });

  /** What only rows of this table say. */
  function saidBy(table: string): string[] {
    const { owner, byAddress } = world;
    if (table === "user") return [owner.name];
    if (table === "project_shares") return [byAddress.email];
    if (table === "member" || table === "organization") return [owner.memberships[0]!.slug, owner.email];
    const others = new Set(tables.filter((other) => other !== table).flatMap(textsOf));
    const ids = world.rowsOf(table).map(({ id }) => String(id ?? ""));
    return [...ids, ...textsOf(table).filter((text) => !others.has(text))].filter((text) => text.length > 20);
  }
  function textsOf(table: string): string[] {
    return world.rowsOf(table).flatMap((row) => Object.values(row).filter((value) => typeof value === "string"));
  }
});

/** Gives what only has the right type a meaning. Returns the owner as an owner of the organization. */
async function withMeaning(db: Db, { owner }: World): Promise<Person> {
  const asStet = actAs(theServer, db);
  const document = JSON.stringify({ type: "doc", content: [{ type: "paragraph" }] });
  await sql`update drafts set document = ${document}`.execute(asStet);
  await sql`update files set scanned_pages = '[]'`.execute(asStet);
  // A contact is nothing to itself.
  const other = uuidv7();
  await sql`insert into contacts (id, organization_id, name, folded, fields)
    select ${other}, organization_id, name, folded, fields from contacts where id = (select from_id from contact_relations)`.execute(
    asStet,
  );
  await sql`update contact_relations set to_id = ${other}`.execute(asStet);
  await sql`update comments set deleted_at = null`.execute(asStet);
  await sql`update messages set attachments = null, sources = null, parts = '[]'`.execute(asStet);
  await sql`update pseudonym_lists set codes = '[]', entries = jsonb_build_array(jsonb_build_object('id', id::text, 'kind', 'other',
    'forms', jsonb_build_array(id::text), 'isFound', false, 'isSentAsIs', false))`.execute(asStet);
  await sql`update security_events set kind = 'data-exported', subject = id::text`.execute(asStet);
  await sql`update member set role = 'owner' where "userId" = ${owner.userId}`.execute(asStet);
  return { ...owner, memberships: owner.memberships.map((one) => ({ ...one, role: "owner" })) };
}
