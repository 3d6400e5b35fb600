/*
 * The people of the matrix with private content in every field, in their own workspace and in a shared organization,
 * and the ways in which one could reach another's: addresses, exports, keys, searches, models, events, emails.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { scopes } from "#core/account/api-key.ts";
import { withWorkspace, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { createApiKey } from "#server/data/accounts/api-keys.ts";
import { readOutbox } from "#server/email/email-transport.ts";
import { piecesOf, textOf } from "./canaries.ts";
import { api, pages, withoutShown, type Row } from "./matrix.ts";
import { roles, type Role } from "./matrix-world.ts";
import type { Place } from "./matrix-world.ts";
import { answerTo, correspondent, send, sendAs, signIn, type MatrixServer } from "./matrix-server.ts";
import { newMatrixOrganization, newWorld, once, password, type World } from "./matrix-world.ts";
import { choicesOf } from "./turns.ts";

type Somebody = Exclude<Role, "visitor">;
type Plant = { of: Somebody; place: Place; world: World };
export type Planted = { organization: { organizationId: string; slug: string }; plants: Plant[] };

const somebodies = roles.filter((role) => role !== "visitor");
/** Guests create nothing in an organization, and the others are not members. */
const makers = ["owner", "member", "admin", "head"] as const;
const inside = [...makers, "viewer", "commenter", "editor", "guest"] as const;

export async function plantCanaries(server: MatrixServer): Promise<Planted> {
  const organization = await newMatrixOrganization(server.stet.database.db, server.people);
  const name = server.canaries.word("head", "organization name", [...inside, correspondent]);
  await sql`update organization set name = ${name} where id = ${organization.organizationId}`.execute(server.stet.database.db);
  const all: [Somebody, Place][] = [
    // In a personal workspace these two are anyone.
    ...somebodies.filter((of) => of !== "commenter" && of !== "editor").map((of): [Somebody, Place] => [of, "own"]),
    ...makers.map((of): [Somebody, Place] => [of, "organization"]),
  ];
  const plants: Plant[] = [];
  for (const [of, place] of all) {
    const world = await newWorld(server.stet, server.people, place, { canaries: server.canaries, of, organization });
    await plantThings(server, { of, place, world });
    plants.push({ of, place, world });
  }
  for (const of of somebodies) await plantAccount(server, of);
  await plants.find(({ of, place }) => of === "head" && place === "organization")!.world.apiKey();
  const invited = server.canaries.word("head", "invitation", ["admin", correspondent]);
  await made(server, "head", "/api/invitations", { email: `${invited}@example.test`, role: "member" }, organization.slug);
  return { organization, plants };
}

async function plantThings(server: MatrixServer, { of, place, world }: Plant): Promise<void> {
  const slug = place === "organization" ? world.slug : undefined;
  const word = (field: string, readers: readonly string[] = []) => server.canaries.word(of, `${field} (${place})`, readers);
  for (const plant of [
    "project",
    "chat",
    "draft",
    "draftVersion",
    "comment",
    "importedChange",
    "import",
    "file",
    "prompt",
    "template",
  ] as const)
    await world[plant]();
  const [chatId, projectId, draftId] = [await world.chat(), await world.project(), await world.draft()];
  const ignored = [word("ignored finding")];
  await made(server, of, "/api/spelling", { added: [word("dictionary")], draftId, ignored }, slug);
  const asked = { ...turn(`What is ${word("chat outside of projects")}?`), choices: choicesOf("stet-builtin") };
  await made(server, of, "/api/chat", asked, slug);
  if (place === "organization") return;
  const style = `${word("style sample")} ${"The tenant pays the rent and keeps the house in a good state. ".repeat(10)}`;
  await made(server, of, "/api/style/samples", { text: style });
  // An organization's managers can read in the log what is shared.
  await made(server, of, `/api/chats/${chatId}/share`, {});
  const emails = [`${word("share recipient", [correspondent])}@example.test`];
  await made(server, of, "/api/functions/shareProject", { projectId, emails, removeUsers: [] });
}

function turn(content: string) {
  const ids = { chatId: uuidv7(), messageId: uuidv7(), replyId: uuidv7() };
  return { trigger: "send", version: 0, ...ids, content };
}

async function plantAccount(server: MatrixServer, of: Somebody): Promise<void> {
  const word = (field: string) => server.canaries.word(of, field);
  const { userId, email } = server.people[of];
  await sql`insert into passkeys (id, user_id, name, public_key, counter, transports, is_synced)
    values (${randomUUID()}, ${userId}, ${word("passkey")}, 'none', 0, '[]', false)`.execute(server.stet.database.db);
  await signIn(server.port, email, { "user-agent": word("user agent") });
}

async function made(server: MatrixServer, role: Role, path: string, body: object, slug?: string): Promise<void> {
  const answer = await sendAs(server, role, path, { body, ...(slug !== undefined && { slug }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} to ${role}: ${text}`);
}

type Look = { what: string; reader: string; text: string };

function leaksIn({ canaries }: MatrixServer, { what, reader, text }: Look): string[] {
  return canaries.leaks(reader, text).map((leak) => `${what} showed ${leak} to ${reader}`);
}

const reading = Object.entries({ ...api, ...pages }).filter(([name]) => /^(GET|PAGE) /.test(name));

/** Requests every readable address, for each person's things, as each person. */
export async function leaksOnEveryAddress(server: MatrixServer, { plants }: Planted): Promise<string[]> {
  const looks = reading.flatMap(([name, row], at) =>
    (["own", "organization"] as const)
      .filter((place) => row.expected[place] !== undefined)
      .flatMap((place) =>
        worldsOf(row, place, plants).flatMap((plant) => {
          const asked = once(async () => row.ask(plant.world));
          return readersOf(plant, at).map((role) => ({ name, row, place, role, plant, asked }));
        }),
      ),
  );
  const leaks = await eightAtOnce(looks, async ({ plant, asked, ...cell }) => {
    const { text } = await answerTo(server, { world: plant.world, asked: await asked() }, cell);
    const found = withoutShown(server.canaries.leaks(cell.role, text), cell.row, cell.role);
    return found.map((leak) => `${cell.name} (${plant.place}, of ${plant.of}) showed ${leak} to ${cell.role}`);
  });
  return leaks.flat();
}

/**
 * Everyone, of what is shared or in an organization. To a personal workspace of which nothing is shared, all others are
 * strangers: with each address another of them looks, and always the one who administers the installation.
 */
function readersOf({ of, place }: Plant, at: number): readonly Role[] {
  if (place === "organization" || of === "owner") return roles;
  const others = roles.filter((role) => role !== of && role !== "outsider");
  return [...new Set([of, "outsider" as const, others[at % others.length]!])];
}

/** Ownership matters only where the address names a thing. The matrix covers the others in personal workspaces. */
function worldsOf(row: Row, place: Place, plants: readonly Plant[]): readonly Plant[] {
  const there = plants.filter((plant) => plant.place === place);
  if (row.ask.length > 0) return there;
  return place === "own" ? [] : there.slice(0, 1);
}

async function eightAtOnce<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < all.length) done.push(await work(all[next++]!));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return done;
}

/** What people export of their own, find by searching, or are answered by a model. */
export async function leaksOfOtherWays(server: MatrixServer, { organization }: Planted): Promise<string[]> {
  const leaks: string[] = [];
  for (const role of somebodies) {
    const look = async (what: string, answer: Response) =>
      leaks.push(...leaksIn(server, { what, reader: role, text: await textOf(answer) }));
    const export_ = await sendAs(server, role, "/api/account/export", { body: { password } });
    await look("the export", await sendAs(server, role, ((await export_.json()) as { url: string }).url));
    for (const at of (inside as readonly Role[]).includes(role) ? [{}, { slug: organization.slug }] : [{}]) {
      await look("the search", await sendAs(server, role, "/api/chat-sessions?query=cnry", at));
      await look("the search of drafts and files", await sendAs(server, role, "/api/search?query=cnry", at));
      const body = { ...turn("What do my notes, drafts and chats say?"), choices: choicesOf("stet-builtin") };
      await look("an answer", await sendAs(server, role, "/api/chat", { ...at, body }));
    }
  }
  return leaks;
}

/** What an organization's programs read with its people's keys. */
export async function leaksToKeys(server: MatrixServer, { organization, plants }: Planted): Promise<string[]> {
  const leaks: string[] = [];
  for (const role of ["head", "admin"] as const) {
    const me = (await server.stet.actorOf(new Headers({ cookie: server.people[role].cookie }))) as Person;
    const wish = { name: "A key", scopes: [...scopes], expiresInDays: 1 };
    const { secret } = await createApiKey(withWorkspace(me, organization.slug)!, server.stet.database.db, wish);
    const paths = ["/v1/projects", "/v1/drafts", "/v1/files", "/v1/models"];
    for (const { world } of plants) {
      const project = await world.project();
      paths.push(`/v1/projects/${project}`, `/v1/drafts?project=${project}`, `/v1/drafts/${await world.draft()}`);
      paths.push(`/v1/files?project=${project}`);
    }
    for (const path of paths) {
      const text = await textOf(await send(server.port, path, {}, { authorization: `Bearer ${secret}` }));
      leaks.push(...leaksIn(server, { what: path, reader: role, text }));
    }
  }
  return leaks;
}

/** Follows everyone's events until asked for the leaks in them. */
export function watchEverybody(server: MatrixServer, { organization }: Planted) {
  const stopping = new AbortController();
  const looks: Look[] = [];
  const follow = async (reader: Somebody, slug?: string) => {
    const look = { what: "the events", reader, text: "" };
    looks.push(look);
    while (!stopping.signal.aborted) {
      const answer = await sendAs(server, reader, "/api/updates", { ...(slug !== undefined && { slug }), signal: stopping.signal });
      for await (const piece of piecesOf(answer)) look.text += piece;
      // A row of the matrix has signed them out.
      await sleep(100);
    }
  };
  const following = [...somebodies.map((role) => follow(role)), ...inside.map((role) => follow(role, organization.slug))];
  const ended = Promise.allSettled(following);
  return {
    async leaks(): Promise<{ leaks: string[]; silent: string[] }> {
      stopping.abort();
      await ended;
      const silent = looks.filter(({ text }) => !text.includes("data: ")).map(({ reader }) => reader);
      return { leaks: looks.flatMap((look) => leaksIn(server, look)), silent };
    },
  };
}

export async function leaksInEmails(server: MatrixServer): Promise<string[]> {
  await server.stet.mail.carried();
  const emails = await readOutbox(server.env, 100_000);
  const roleOf = (address: string) => somebodies.find((role) => server.people[role].email === address) ?? correspondent;
  return emails.flatMap(({ to, subject, text, html }) =>
    leaksIn(server, { what: `“${subject}”`, reader: roleOf(to), text: [to, subject, text, html].join("\n") }),
  );
}

/** The log records what happened, and nothing that a person wrote. */
export function leaksInLog(server: MatrixServer): string[] {
  return server.logged.flatMap((line) => leaksIn(server, { what: line.trim(), reader: "the log", text: line }));
}
