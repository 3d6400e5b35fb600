/*
 * The role that people's statements run as. Roles belong to the server rather than the database, so a moved database
 * may lack it: it is checked whenever a database is opened.
 */
import { sql } from "kysely";
import { personRole, type BoundDb } from "./acting.ts";

type State = { hasRole: boolean; isMember: boolean; isConcerned: boolean; user: string };
const insufficientPrivilege = "42501";

export async function preparePersonRole(db: BoundDb): Promise<void> {
  const state = await stateOf(db);
  if (state.isConcerned)
    throw new Error(
      `The policies of row-level security concern "${state.user}" itself: DATABASE_URL has to name the owner of Stet's tables.`,
    );
  if (!state.hasRole || !state.isMember) await makeRole(db, state);
  if (await lacksGrants(db)) await grant(db);
}

async function stateOf(db: BoundDb): Promise<State> {
  const { rows } = await sql<State>`select current_user::text as "user", row_security_active('projects') as "isConcerned",
    exists (select 1 from pg_roles where rolname = ${personRole}) as "hasRole",
    coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = ${personRole}), false) as "isMember"`.execute(
    db,
  );
  return rows[0]!;
}

/** Another database on the same server may be doing the same right now. */
async function makeRole(db: BoundDb, { user }: State): Promise<void> {
  const role = sql.id(personRole);
  try {
    await sql`do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`.execute(
      db,
    );
    if (!(await stateOf(db)).isMember) await sql`grant ${role} to current_user`.execute(db);
  } catch (error) {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error;
    throw new Error(
      `The user of DATABASE_URL may not make the role that keeps people's rows apart. Let an administrator of the server run, once: create role ${personRole} nologin; grant ${personRole} to "${user}";`,
      { cause: error },
    );
  }
}

const ownTables = sql`select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`;

async function lacksGrants(db: BoundDb): Promise<boolean> {
  const { rows } = await sql`select 1 from (${ownTables}) own where not has_table_privilege(${personRole}, oid, 'select')
    or not has_table_privilege(${personRole}, oid, 'delete') limit 1`.execute(db);
  return rows.length > 0;
}

/** Which rows belong to whom is decided by the policies. */
async function grant(db: BoundDb): Promise<void> {
  const role = sql.id(personRole);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${personRole}))`.execute(trx);
    await sql`grant usage on schema public to ${role}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(trx);
    await sql`revoke all on migrations from ${role}`.execute(trx);
    await sql`grant usage on all sequences in schema public to ${role}`.execute(trx);
  });
}
