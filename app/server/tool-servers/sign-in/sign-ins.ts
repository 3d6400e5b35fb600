/*
 * Signing in to a tool server by OAuth: begun here, finished when the person comes back from the authorization server,
 * ended here. The flow is the official package's; every request is guarded.
 */
import { createHash } from "node:crypto";
import { auth, computeScopeUnion, IssuerMismatchError, type StoredOAuthClientInformation } from "@modelcontextprotocol/client";
import type { ToolServer } from "#core/tool-servers/tool-server.ts";
import { mayAdminister, type Person } from "#core/workspace/policy.ts";
import {
  askForSignIn,
  beginAttempt,
  forgetSignIn,
  getSignIn,
  storeSignIn,
  takeAttempt,
  type StoredSignIn,
} from "../../data/tool-servers/tool-sign-ins.ts";
import type { Db } from "../../db/database.ts";
import type { SecretBox } from "../../storage/secret-box.ts";
import { AccessRefused, SignInAsked, SignInNeeded, ToolServerFailed, type Challenge } from "../failures.ts";
import type { Reach } from "../guarded-fetch.ts";
import { NotFetched } from "../../web/safe-fetch.ts";
import { callbackPath, clientFor, keptClient } from "./client.ts";
import { discoverSignIn, isSecure, type Asking } from "./discover.ts";
import { createRenewals, type Held, type SignedServer } from "./renewals.ts";
import { revoke } from "./revoke.ts";
import { openedAttempt, openedSession, sealed, withoutTokens, type Session } from "./session.ts";
import { reachBeyond, RefusedHere, signInFetch } from "./sign-in-fetch.ts";

/** A client that the person has registered by hand. */
export type EnteredClient = { id: string; secret: string | null };
export type CameBack = { state: string; code: string; iss?: string | undefined; error: string };
type Parts = { db: Db; box: SecretBox; url: string; reach: (isAdministrator: boolean) => Reach };

export function createSignIns({ db, box, url, reach }: Parts) {
  async function askingFor(me: Person, address: string, signal?: AbortSignal): Promise<Asking> {
    const within = await reachBeyond(address, reach(mayAdminister(me)));
    return { reach: within, fetchFn: signInFetch(within, signal) };
  }
  const renewals = createRenewals({ db, box, askingFor });

  /** What a server that asks for a sign-in says about it; throws if it is nothing that Stet can use. */
  async function issuerOf(me: Person, address: string, challenge: Challenge, signal?: AbortSignal): Promise<string> {
    if (!isSecure(new URL(address)))
      throw new ToolServerFailed("The tool server asks for a sign-in, which needs an https address.");
    const found = await discoverSignIn(address, challenge, await askingFor(me, address, signal));
    return found.authorizationServerMetadata.issuer;
  }

  return {
    /** The address that people register where programs are not registered by themselves. */
    callback: url + callbackPath,
    issuerOf,
    accessTo: renewals.accessTo,
    async ask(me: Person, id: string, issuer: string, challenge: Challenge): Promise<void> {
      await askForSignIn(me, db, { id, issuer, ...challenge });
    },
    /** The error as the person should meet it, once it is stored what it means. */
    async explain(me: Person, server: SignedServer, held: Held | null, error: unknown): Promise<unknown> {
      if (error instanceof SignInAsked) {
        await askForSignIn(me, db, { id: server.id, issuer: await issuerOf(me, server.url, error.challenge), ...error.challenge });
        return new SignInNeeded(server.name);
      }
      if (!(error instanceof AccessRefused) || held === null) return error;
      const signIn = await getSignIn(me, db, server.id);
      const scope = computeScopeUnion(signIn?.scope ?? undefined, error.scope ?? undefined) ?? null;
      const asks = { metadataUrl: signIn?.metadataUrl ?? null, scope: scope !== null && scope.length <= 1000 ? scope : null };
      await renewals.end(me, server, held, asks);
      return new SignInNeeded(server.name);
    },
    /** Where the person's browser goes, and whose it is. */
    begin: (me: Person, server: SignedServer, how: Beginning) => begin({ db, box, url, askingFor }, me, server, how),
    finish: (me: Person, came: CameBack, find: FindServer) => finish({ db, box, url, askingFor }, me, came, find),
    /** The tokens are forgotten, whether or not their server could be reached. */
    async signOut(me: Person, server: SignedServer): Promise<{ isRevoked: boolean }> {
      const signIn = await getSignIn(me, db, server.id);
      const session = openedSession(box, server.id, signIn?.sealedKey ?? null);
      await forgetSignIn(me, db, server.id, withoutTokens(box, server.id, session));
      if (session === null) return { isRevoked: true };
      return { isRevoked: await revoke(session, (await askingFor(me, server.url)).fetchFn) };
    },
    shown({ id, issuer, state, sealedKey }: StoredSignIn): ToolServer["signIn"] {
      const session = openedSession(box, id, sealedKey);
      const clientId = session?.isEntered === true ? session.client.client_id : null;
      const isReadable = session?.tokens != null;
      return { at: new URL(issuer).host, state: state === "done" && !isReadable ? "again" : state, clientId };
    },
  };
}

type FlowParts = Omit<Parts, "reach"> & { askingFor: (me: Person, address: string, signal?: AbortSignal) => Promise<Asking> };
type Beginning = { entered: EnteredClient | null; slug: string | null; signal: AbortSignal };
type FindServer = (id: string) => Promise<SignedServer>;

async function begin(
  { db, box, url, askingFor }: FlowParts,
  me: Person,
  server: SignedServer,
  { entered, slug, signal }: Beginning,
) {
  const signIn = await getSignIn(me, db, server.id);
  if (signIn === null) throw new ToolServerFailed("This tool server asks for no sign-in.");
  const asking = await askingFor(me, server.url, signal);
  const discovered = await discoverSignIn(server.url, signIn, asking);
  const { issuer, registration_endpoint: registers } = discovered.authorizationServerMetadata;
  const client = clientOf(entered, issuer) ?? enteredBefore(openedSession(box, server.id, signIn.sealedKey), issuer);
  if (client === null && registers === undefined)
    throw new ToolServerFailed(
      `${new URL(issuer).host} does not register programs by itself. Enter a client ID that you have from it.`,
    );
  const { provider, saved } = clientFor({ discovered, client, url });
  await auth(provider, {
    serverUrl: server.url,
    fetchFn: asking.fetchFn,
    ...(signIn.scope !== null && { scope: signIn.scope }),
  }).catch((error: unknown) => {
    if (!(error instanceof RefusedHere)) throw failed(error);
    throw new ToolServerFailed(`${new URL(issuer).host} does not register Stet. Enter a client ID that you have from it.`);
  });
  if (saved.leads === null || saved.client === null) throw failed(null);
  const attempt = {
    discovered,
    client: keptClient(issuer, saved.client),
    isEntered: client !== null,
    verifier: saved.verifier,
    slug,
  };
  await beginAttempt(me, db, server.id, { attempt: digest(saved.state), sealedAttempt: sealed(box, server.id, attempt) });
  return { url: saved.leads.href, name: new URL(issuer).host };
}

/** The state is bound to the person and the server, and is used up whatever comes of it. */
async function finish({ db, box, url, askingFor }: FlowParts, me: Person, came: CameBack, find: FindServer) {
  const taken = came.state === "" ? null : await takeAttempt(me, db, digest(came.state));
  const attempt = taken === null ? null : openedAttempt(box, taken.id, taken.sealedAttempt);
  if (taken === null || attempt === null)
    throw new ToolServerFailed("This sign-in has been used already, took too long, or was begun by another person. Begin again.");
  const server = await find(taken.id);
  const { discovered, client, isEntered, verifier, slug } = attempt;
  const { authorizationServerMetadata: metadata, resourceMetadata } = discovered;
  if (came.error === "access_denied") throw new ToolServerFailed("You were not signed in: access was not given.");
  if (came.error !== "" || came.code === "") throw failed(null);
  const { provider, saved } = clientFor({ discovered, client, verifier, url });
  const { fetchFn } = await askingFor(me, server.url);
  await auth(provider, {
    serverUrl: server.url,
    authorizationCode: came.code,
    fetchFn,
    ...(came.iss !== undefined && { iss: came.iss }),
  }).catch((error: unknown) => {
    throw failed(error);
  });
  if (saved.signed === null) throw failed(null);
  const { tokens, expiresAt } = saved.signed;
  const session: Session = { issuer: metadata.issuer, resource: resourceMetadata.resource, client, isEntered, metadata, tokens };
  const sealedKey = sealed(box, server.id, session);
  if (!(await storeSignIn(me, db, server.id, { issuer: session.issuer, sealedKey, expiresAt }))) await revoke(session, fetchFn);
  return { server, slug };
}

function clientOf(entered: EnteredClient | null, issuer: string): StoredOAuthClientInformation | null {
  if (entered === null) return null;
  return { issuer, client_id: entered.id, ...(entered.secret !== null && { client_secret: entered.secret }) };
}

/** It is this authorization server's alone. */
function enteredBefore(session: Session | null, issuer: string): StoredOAuthClientInformation | null {
  return session?.isEntered === true && session.issuer === issuer ? session.client : null;
}

function failed(error: unknown): ToolServerFailed {
  if (error instanceof ToolServerFailed) return error;
  if (error instanceof IssuerMismatchError)
    return new ToolServerFailed(
      "You were not signed in: the answer is of another authorization server than the one you were sent to.",
    );
  const reason = error instanceof RefusedHere || error instanceof NotFetched ? ` ${error.message}` : "";
  return new ToolServerFailed(`You were not signed in: the authorization server’s answer could not be used.${reason}`);
}

/** What comes back with the person is a secret until then. */
function digest(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}
