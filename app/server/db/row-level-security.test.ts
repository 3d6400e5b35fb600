/*
 * Row-level security on its own, without the queries' conditions: people who own nothing in a table try to read, change
 * and delete its rows.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { theServer, type Actor, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newWorld, securedTables, tablesOf } from "#test/every-table.ts";
import { newPerson } from "#test/people.ts";
import { listChats, getChatSummary } from "../data/chats/chats.ts";
import { searchChats } from "../data/chats/search-chats.ts";
import { getDraft } from "../data/drafts/drafts.ts";
import { listDrafts } from "../data/drafts/list-drafts.ts";
import { findFile, listFiles } from "../data/files/files.ts";
import { getThread } from "../data/chats/messages.ts";
import { getProject, listProjects } from "../data/organizations/projects.ts";
import { getRun } from "../data/chats/runs.ts";
import { actAs, unboundOf, type BoundDb } from "./acting.ts";

// Disables the visibility conditions of all queries.
vi.mock("../data/visible.ts", async () => {
  const kysely = await import("kysely");
  const anything = () => kysely.sql<boolean>`true`;
  const names = Object.fromEntries(
    [
      "isHere",
      "ownChats",
      "seenChats",
      "ownProjects",
      "seenProjects",
      "writtenProjects",
      "writtenDrafts",
      "proposableDrafts",
      "removableDrafts",
      "seenDrafts",
      "ownFiles",
      "seenFiles",
      "seenCollections",
      "writtenCollections",
      "seenReviews",
      "seenResearch",
      "writtenResearch",
      "writtenReviews",
      "sharedWith",
    ].map((name) => [name, anything]),
  );
  return { ...names, listedFiles: anything(), roleInProject: () => kysely.sql`'owner'`, isEditor: anything };
});

/** Tables without row-level security, each with the reason. */
const open: Record<string, string> = {
  user: "names are shown wherever people meet; the accounts library reads it before anyone has signed in",
  organization: "read by its address, before the membership is known",
  member: "read to find out who belongs where",
  invitation: "found before one is a member",
  migrations: "of the database itself; people have no access to it",
};
const isPublicLaw = (table: string) => table.startsWith("law_");

/** What viewers of a shared project can read of it. */
const shared = [
  "projects",
  "project_shares",
  "drafts",
  "draft_versions",
  "draft_packages",
  "proposed_changes",
  "playbook_checks",
  "playbook_findings",
  "comments",
  "chats",
  "chat_documents",
  "chat_texts",
  "messages",
  "operations",
  "runs",
  "run_events",
  "files",
  "file_texts",
  "file_pages",
  "file_indexes",
  "file_postings",
  "file_vectors",
  "research",
  "research_steps",
  "research_runs",
  "research_searches",
  "research_sources",
  "discovery_collections",
  "discovery_sources",
  "discovery_documents",
  "discovery_words",
  "discovery_issues",
  "discovery_searches",
  "discovery_codings",
  "discovery_coding_changes",
  "discovery_redactions",
  "discovery_productions",
  "discovery_produced_documents",
  "reviews",
  "review_columns",
  "review_documents",
  "review_runs",
  "review_cells",
  "review_changes",
  "review_comments",
  "workflow_runs",
  "workflow_steps",
  "workflow_triggers",
  "workflow_trigger_starts",
];
/** What members of the same organization can read; what they may do with it depends on their role. */
const ofOrganization = new Set([
  "api_keys",
  "webhooks",
  "webhook_deliveries",
  "api_usage",
  "api_usage_months",
  "model_uses",
  "former_slugs",
  "ownership_offers",
  "security_events",
  "removed_members",
  "inherited_projects",
  "billing_customers",
  "subscriptions",
  "writing_styles",
  "contacts",
  "contact_relations",
  "conflict_checks",
  "library_templates",
  "library_template_versions",
  "library_vectors",
  "pseudonym_lists",
]);
/** Tables without a policy because only Stet itself uses them, each with the reason. */
const ofStet: Record<string, string> = {
  comment_notices: "whom a comment is to be mailed to",
  comment_letters: "when that mail goes out",
  billing_events: "which of Stripe's events were seen",
  twoFactor: "secrets of two-factor authentication",
  verification: "tokens in emails",
  letters: "the queue of outgoing email",
  limits_used: "digests of who asked how often",
  model_requests: "answers being written, by process",
};

const howToSecure =
  "A new table needs row-level security: call a stet_secure… function in its migration (docs/decisions/2026-11-22-second-wall.md).";

async function rowsSeen(db: BoundDb, who: Actor, table: string): Promise<number> {
  return (await sql`select * from ${sql.table(table)}`.execute(actAs(who, db))).rows.length;
}

eachDatabase((openDb) => {
  test("every table has row-level security with a policy, or a reason why not", async () => {
    const { db } = await openDb();
    const tables = await tablesOf(db);
    const unsecured = tables.filter(({ name, isSecured }) => !isSecured && !isPublicLaw(name)).map(({ name }) => name);
    expect(unsecured, `${howToSecure} Public tables go into \`open\`, with the reason.`).toEqual(Object.keys(open).toSorted());
    const without = tables.filter(({ isSecured, policies }) => isSecured && policies === 0).map(({ name }) => name);
    expect(without, `${howToSecure} Tables that only Stet itself uses go into \`ofStet\`.`).toEqual(Object.keys(ofStet).toSorted());
  });

  test("select * shows no rows of other people", async () => {
    const { db } = await openDb();
    const world = await newWorld(db);
    const { owner, member, viewer, byAddress, stranger, key } = world;
    const secured = await securedTables(db);
    expect(secured.length).toBeGreaterThan(40);
    const seenBy = async (who: Actor) => {
      const seen: string[] = [];
      for (const table of secured) if ((await rowsSeen(db, who, table)) > 0) seen.push(table);
      return seen.sort();
    };
    expect(await seenBy(theServer)).toEqual(secured.toSorted());
    expect(await seenBy(owner), "the owner sees their own").toEqual(secured.filter((table) => !(table in ofStet)).toSorted());
    expect(await seenBy(stranger), "a stranger sees nothing").toEqual([]);
    expect(await seenBy({ kind: "visitor" })).toEqual([]);
    expect(await seenBy(member), "a member sees what is in `ofOrganization`").toEqual([...ofOrganization].toSorted());
    for (const one of [viewer, byAddress])
      expect(await seenBy(one), "a viewer of the project sees also what is in `shared`").toEqual(
        [...ofOrganization, ...shared].toSorted(),
      );
    // An unverified address, a former organization, a key of another organization.
    expect(await seenBy({ ...byAddress, isVerified: false })).toEqual([...ofOrganization].toSorted());
    expect(await seenBy({ ...viewer, memberships: [] })).toEqual(["project_shares"]);
    const content = new Set(["projects", "drafts", "chats", "messages", "files", "spelling_memory"]);
    expect((await seenBy(key)).filter((table) => content.has(table))).toEqual([]);
  });

  test("a viewer sees the shared project and no other of the same owner", async () => {
    const { db } = await openDb();
    const { owner, viewer, idOf } = await newWorld(db);
    await sql`insert into projects (id, owner_id, organization_id, name) values (${uuidv7()}, ${owner.userId}, ${owner.organizationId}, 'Private')`.execute(
      db,
    );
    const { rows } = await sql<{ id: string }>`select id from projects`.execute(actAs(viewer, db));
    expect(rows).toEqual([{ id: idOf("projects") }]);
  });

  test("update and delete without a condition change no row of another", async () => {
    const { db } = await openDb();
    const world = await newWorld(db);
    const secured = await securedTables(db);
    const counted = async () => {
      const counts: Record<string, number> = {};
      for (const table of secured) counts[table] = await rowsSeen(db, theServer, table);
      return counts;
    };
    const before = await counted();
    for (const who of [world.stranger, world.member, world.viewer, world.byAddress, { kind: "visitor" } as const]) {
      const isOutside = who.kind === "visitor" || who === world.stranger;
      for (const table of secured.filter((one) => isOutside || !ofOrganization.has(one))) {
        const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
          where attrelid = ${table.toLowerCase() === table ? table : `"${table}"`}::regclass and attnum > 0 and attgenerated = '' and attidentity = '' limit 1`.execute(
          db,
        );
        const column = sql.ref(rows[0]!.name);
        const updated = await sql`update ${sql.table(table)} set ${column} = ${column}`
          .execute(actAs(who, db))
          .catch((error: Error) => error);
        // Accepting the share is theirs, but only under their own name.
        if (updated instanceof Error)
          expect(`${table}: ${updated.message}`).toMatch(/^project_shares: new row violates row-level security/);
        else
          expect([table, updated.numAffectedRows]).toEqual([table, table === "project_shares" && who === world.viewer ? 1n : 0n]);
        const deleted = await sql`delete from ${sql.table(table)}`.execute(actAs(who, db));
        expect([table, deleted.numAffectedRows]).toEqual([table, 0n]);
      }
    }
    expect(await counted()).toEqual(before);
  });

  test("nothing is put into what belongs to another", async () => {
    const { db } = await openDb();
    const { stranger, viewer, owner, idOf } = await newWorld(db);
    for (const who of [stranger, viewer]) {
      const as = actAs(who, db);
      const tries = [
        sql`insert into projects (id, owner_id, name) values (${uuidv7()}, ${owner.userId}, 'Theirs')`,
        sql`insert into drafts (id, project_id, owner_id, name, document, content) values (${uuidv7()}, ${idOf("projects")}, ${who.userId}, '', '{}', '')`,
        sql`insert into messages (id, chat_id, seq, role, content, parts) values (${uuidv7()}, ${idOf("chats")}, 99, 'user', '', '[]')`,
        sql`insert into comments (id, draft_id, author_id, text) values (${uuidv7()}, ${idOf("drafts")}, ${owner.userId}, 'Under another name')`,
        sql`insert into project_shares (id, project_id, email, user_id) values (${uuidv7()}, ${idOf("projects")}, 'more@example.test', ${who.userId})`,
        sql`insert into session (id, "userId", token, "expiresAt", "createdAt", "updatedAt") values (${randomUUID()}, ${owner.userId}, ${randomUUID()}, now(), now(), now())`,
        sql`insert into letters (recipient, subject, html, text) values ('x@example.test', '', '', '')`,
      ];
      for (const one of tries) await expect(one.execute(as)).rejects.toThrow(/row-level security/);
    }
  });

  describe("the queries of the application, their conditions removed", () => {
    test("show another nothing", async () => {
      const { db } = await openDb();
      const { owner, stranger, idOf } = await newWorld(db);
      const page = { limit: 100 };
      const lists = async (me: Person) => ({
        chats: (await listChats(me, db, page)).sessions.length,
        found: (await searchChats(me, db, "a", page)).sessions.length,
        projects: Object.values(await listProjects(me, db)).flat().length,
        drafts: (await listDrafts(me, db, idOf("projects"))).length,
        files: (await listFiles(me, db, page)).length,
      });
      expect(await lists(stranger)).toEqual({ chats: 0, found: 0, projects: 0, drafts: 0, files: 0 });
      expect(await lists(owner)).toMatchObject({ chats: 1, projects: 1, drafts: 1, files: 1 });
      for (const [get, table] of [
        [getChatSummary, "chats"],
        [getProject, "projects"],
        [getDraft, "drafts"],
        [findFile, "files"],
        [getRun, "runs"],
        [(me: Person, handle: BoundDb, chatId: string) => getThread(me, handle, chatId, page), "chats"],
      ] as const)
        await expect(get(stranger, db, idOf(table))).rejects.toMatchObject({ status: 404 });
    });
  });

  test("a handle without an actor is refused", async () => {
    const { db } = await openDb();
    const unbound = unboundOf(db) as BoundDb;
    await expect(unbound.selectFrom("chats").selectAll().execute()).rejects.toThrow("has no actor");
    await expect(unbound.transaction().execute((trx) => trx.deleteFrom("chats").execute())).rejects.toThrow("has no actor");
  });

  test("the actor ends with the transaction, and with a statement that fails", async () => {
    const { db } = await openDb();
    const me = await newPerson(db);
    const who = sql<{
      role: string;
      user: string;
    }>`select current_user::text as role, current_setting('stet.user', true) as "user"`;
    const asMe = actAs(me, db);
    await expect(sql`select 1 / 0`.execute(asMe)).rejects.toThrow("division by zero");
    await asMe.transaction().execute(async (trx) => {
      expect((await who.execute(trx)).rows).toEqual([{ role: "stet_person", user: me.userId }]);
      // Stet itself in between, and back.
      expect((await who.execute(actAs(theServer, trx))).rows[0]!.role).not.toBe("stet_person");
      expect((await who.execute(trx)).rows).toEqual([{ role: "stet_person", user: me.userId }]);
    });
    for (let i = 0; i < 12; i++) {
      const { rows } = await who.execute(db);
      expect(rows[0]!.role).not.toBe("stet_person");
      expect(rows[0]!.user ?? "").toBe("");
    }
  });
});
