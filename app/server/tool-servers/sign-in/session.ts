/* What a sign-in to a tool server holds, and how it is sealed. */
import type { AuthorizationServerMetadata, OAuthTokens, StoredOAuthClientInformation } from "@modelcontextprotocol/client";
import { toolServerLimits } from "#core/tool-servers/tool-server.ts";
import { rowOfSignIn } from "../../data/tool-servers/tool-sign-ins.ts";
import type { SecretBox } from "../../storage/secret-box.ts";
import { ToolServerFailed } from "../failures.ts";
import type { Discovered } from "./discover.ts";

export type Tokens = Pick<OAuthTokens, "access_token" | "refresh_token">;

/** With one authorization server, for one resource. */
export type Session = {
  issuer: string;
  /** The tool server, as the token was asked for (RFC 8707). */
  resource: string;
  client: StoredOAuthClientInformation;
  /** By the person: it is kept when the tokens are not. */
  isEntered: boolean;
  /** As they were when the person signed in, for signing out. */
  metadata: AuthorizationServerMetadata;
  tokens: Tokens | null;
};

/** What has to be known when the person comes back from the authorization server. */
export type Attempt = {
  discovered: Discovered;
  client: StoredOAuthClientInformation;
  isEntered: boolean;
  verifier: string;
  /** The workspace that they came from. */
  slug: string | null;
};

export function sealed(box: SecretBox, id: string, value: Session | Attempt): string {
  return box.seal(JSON.stringify(value), rowOfSignIn(id));
}

/** Null if it is not there or cannot be read, because the installation's secret has changed. */
export function openedSession(box: SecretBox, id: string, sealedKey: string | null): Session | null {
  return opened(box, id, sealedKey) as Session | null;
}

export function openedAttempt(box: SecretBox, id: string, sealedAttempt: string): Attempt | null {
  return opened(box, id, sealedAttempt) as Attempt | null;
}

function opened(box: SecretBox, id: string, text: string | null): unknown {
  const plain = text === null ? null : box.open(text, rowOfSignIn(id));
  return plain === null ? null : JSON.parse(plain);
}

/** What stays when the tokens are forgotten. */
export function withoutTokens(box: SecretBox, id: string, session: Session | null): string | null {
  return session?.isEntered === true ? sealed(box, id, { ...session, tokens: null }) : null;
}

/** Fit to be sent in a header. */
const tokenPattern = /^[\x21-\x7e]+$/;

export function usableTokens(given: OAuthTokens): { tokens: Tokens; expiresAt: Date | null } {
  const { access_token: access, refresh_token: renewal, token_type: type, expires_in: seconds } = given;
  const all = [access, ...(renewal === undefined ? [] : [renewal])];
  const isUsable =
    type.toLowerCase() === "bearer" && all.every((one) => tokenPattern.test(one) && one.length <= toolServerLimits.token);
  if (!isUsable) throw new ToolServerFailed("The authorization server gave a token that Stet cannot use.");
  const isLimited = seconds !== undefined && Number.isFinite(seconds) && seconds >= 0;
  // A year at most: more is no date.
  const expiresAt = isLimited ? new Date(Date.now() + Math.min(seconds, 31_536_000) * 1000) : null;
  return { tokens: { access_token: access, ...(renewal !== undefined && { refresh_token: renewal }) }, expiresAt };
}
