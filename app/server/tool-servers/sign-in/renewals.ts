/*
 * The tokens of a request to a tool server: renewed before they expire, and once when the server refuses them. The
 * package's whole flow (`auth`) would take every failure for a reason to begin a new sign-in; here a server that cannot
 * be reached costs nothing, and only a refusal ends the sign-in.
 */
import { extractWWWAuthenticateParams, refreshAuthorization, type AuthProvider } from "@modelcontextprotocol/client";
import { toolServerLimits } from "#core/tool-servers/tool-server.ts";
import type { Person } from "#core/workspace/policy.ts";
import {
  endSignIn,
  getSignIn,
  holdRenewal,
  releaseRenewal,
  renewSignIn,
  type StoredSignIn,
} from "../../data/tool-servers/tool-sign-ins.ts";
import type { Db } from "../../db/database.ts";
import type { SecretBox } from "../../storage/secret-box.ts";
import { NotFetched } from "../../web/safe-fetch.ts";
import { SignInAsked, SignInNeeded, ToolServerFailed, type Challenge } from "../failures.ts";
import { discoverSignIn, type Asking } from "./discover.ts";
import { openedSession, sealed, usableTokens, withoutTokens, type Session } from "./session.ts";
import { RefusedHere } from "./sign-in-fetch.ts";

export type SignedServer = { id: string; name: string; url: string };
/** `held`: the sign-in that the last request was sent with. */
export type Access = AuthProvider & { held?(): Held | null };
export type Parts = { db: Db; box: SecretBox; askingFor: (me: Person, url: string, signal?: AbortSignal) => Promise<Asking> };
export type Held = { sealedKey: string; session: Session; expiresAt: Date | null };

/** The authorization server is busy, or something before it answered, which ends nothing. */
const passing = new Set(["", "server_error", "temporarily_unavailable", "too_many_requests", "slow_down"]);
const pollMs = 200;

export function createRenewals(parts: Parts) {
  const { db, box } = parts;
  const heldOf = (...one: [Person, SignedServer, StoredSignIn?]) => heldBy(parts, ...one);

  /** One renews, in whichever process; who comes meanwhile waits for it. */
  async function renew(me: Person, server: SignedServer, held: Held, challenge: Challenge | null): Promise<Held> {
    for (;;) {
      const now = await heldOf(me, server);
      if (now.sealedKey !== held.sealedKey) return now;
      if (await holdRenewal(me, db, server.id, held.sealedKey, toolServerLimits.signInSeconds * 2)) break;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    try {
      return await asked(parts, me, server, held, challenge);
    } catch (error) {
      await releaseRenewal(me, db, server.id, held.sealedKey);
      if (error instanceof SignInNeeded) throw error;
      if (!isOfServer(error)) throw error;
      const reason = error instanceof NotFetched ? "The authorization server could not be reached." : error.message;
      throw new ToolServerFailed(`The sign-in to “${server.name}” could not be renewed. ${reason}`);
    }
  }

  return {
    /** For one connection. */
    accessTo(me: Person, server: SignedServer, signIn: StoredSignIn | null): Access {
      let held: Held | null = null;
      return {
        held: () => held,
        async token() {
          if (signIn === null) return undefined;
          const last = held ?? (await heldOf(me, server, signIn));
          held = await current(last, () => renew(me, server, last, null));
          return held.session.tokens?.access_token;
        },
        async onUnauthorized({ response }) {
          const challenge = challengeIn(response);
          if (held === null) throw new SignInAsked(challenge);
          held = await renew(me, server, held, challenge);
        },
      };
    },
    /** The server refuses what it was sent, though it was not expired; `asks`: what for, the next time. */
    async end(me: Person, { id }: SignedServer, { sealedKey: before, session }: Held, asks: Challenge): Promise<void> {
      await endSignIn(me, db, id, { before, sealedKey: withoutTokens(box, id, session), ...asks });
    },
  };
}

/** Renewed if it is about to expire. */
async function current(held: Held, renew: () => Promise<Held>): Promise<Held> {
  const left = held.expiresAt === null ? Infinity : held.expiresAt.getTime() - Date.now();
  if (left > toolServerLimits.renewSeconds * 1000) return held;
  // A short-lived token without another after it is used up.
  if (held.session.tokens?.refresh_token === undefined && left > 0) return held;
  return renew().catch((error: unknown) => {
    if (error instanceof SignInNeeded || left <= 0) throw error;
    return held;
  });
}

/** Throws SignInNeeded where there is none to be had. */
async function heldBy({ db, box }: Parts, me: Person, server: SignedServer, signIn?: StoredSignIn): Promise<Held> {
  const stored = signIn ?? (await getSignIn(me, db, server.id));
  const session = openedSession(box, server.id, stored?.sealedKey ?? null);
  if (stored?.state !== "done" || stored.sealedKey === null || session?.tokens == null) throw new SignInNeeded(server.name);
  return { sealedKey: stored.sealedKey, session, expiresAt: stored.expiresAt };
}

async function asked(
  { db, box, askingFor }: Parts,
  me: Person,
  server: SignedServer,
  held: Held,
  given: Challenge | null,
): Promise<Held> {
  const { id, name, url } = server;
  const { session, sealedKey: before } = held;
  const signIn = await getSignIn(me, db, id);
  const challenge = { metadataUrl: given?.metadataUrl ?? signIn?.metadataUrl ?? null, scope: null };
  const end = async () => {
    const { metadataUrl } = challenge;
    await endSignIn(me, db, id, { before, sealedKey: withoutTokens(box, id, session), metadataUrl, scope: signIn?.scope ?? null });
    return new SignInNeeded(name);
  };
  const renewal = session.tokens?.refresh_token;
  if (renewal === undefined) throw await end();
  const asking = await askingFor(me, url);
  const discovered = await discoverSignIn(url, challenge, asking, session.issuer);
  const metadata = discovered.authorizationServerMetadata;
  // Another authorization server is not sent what is another's.
  if (metadata.issuer !== session.issuer) throw await end();
  try {
    const { tokens, expiresAt } = usableTokens(
      await refreshAuthorization(session.issuer, {
        metadata,
        clientInformation: session.client,
        refreshToken: renewal,
        resource: session.resource,
        fetchFn: asking.fetchFn,
      }),
    );
    const next = { ...session, metadata, tokens };
    const sealedKey = sealed(box, id, next);
    if (!(await renewSignIn(me, db, id, { before, sealedKey, expiresAt }))) throw new SignInNeeded(name);
    return { sealedKey, session: next, expiresAt };
  } catch (error) {
    if (error instanceof RefusedHere && !passing.has(error.code)) throw await end();
    throw error;
  }
}

/** What went wrong over there. Anything else is a fault of ours, and is to be seen as one. */
function isOfServer(error: unknown): error is Error {
  return error instanceof ToolServerFailed || error instanceof RefusedHere || error instanceof NotFetched;
}

export function challengeIn(response: Response): Challenge {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  const address = resourceMetadataUrl?.href ?? null;
  return { metadataUrl: address, scope: scope !== undefined && scope.length <= 1000 ? scope : null };
}
