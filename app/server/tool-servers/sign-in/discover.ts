/*
 * How one signs in to a tool server: what it says about itself (RFC 9728), and what its authorization server says
 * (RFC 8414, OpenID Connect Discovery), read by the official package. Refused is what the Model Context Protocol lets a
 * client refuse: a token for another server, an issuer other than announced, no PKCE, addresses that may not be reached.
 */
import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  IssuerMismatchError,
  resourceUrlFromServerUrl,
  type AuthorizationServerMetadata,
  type FetchLike,
  type OAuthDiscoveryState,
} from "@modelcontextprotocol/client";
import { toolServerLimits } from "#core/tool-servers/tool-server.ts";
import { checkedAddress, checkedUrl, NotFetched } from "../../web/safe-fetch.ts";
import { SignInAsked, ToolServerFailed, type Challenge } from "../failures.ts";
import { portOf, type Reach } from "../guarded-fetch.ts";

export type Discovered = Required<Pick<OAuthDiscoveryState, "authorizationServerUrl" | "resourceMetadata">> & {
  authorizationServerMetadata: AuthorizationServerMetadata;
};

/** With what the server asks for the requests, and what may be reached by them. */
export type Asking = { fetchFn: FetchLike; reach: Reach };

/** `recorded`: the issuer that a sign-in is with, which is the one meant as long as the server names it at all. */
export async function discoverSignIn(
  url: string,
  challenge: Challenge,
  { fetchFn, reach }: Asking,
  recorded?: string,
): Promise<Discovered> {
  try {
    const at = challenge.metadataUrl === null ? {} : { resourceMetadataUrl: challenge.metadataUrl };
    const resourceMetadata = await discoverOAuthProtectedResourceMetadata(url, at, fetchFn);
    if (!checkResourceAllowed({ requestedResource: resourceUrlFromServerUrl(url), configuredResource: resourceMetadata.resource }))
      throw new ToolServerFailed("The tool server asks for a token that is for another server, so nothing was sent.");
    const named = resourceMetadata.authorization_servers ?? [];
    const issuer = named.find((one) => one === recorded) ?? named[0];
    if (issuer === undefined) throw new ToolServerFailed(undescribed);
    const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn });
    if (metadata === undefined) throw new ToolServerFailed(undescribed);
    await checkServer(metadata, reach);
    return { authorizationServerUrl: issuer, resourceMetadata, authorizationServerMetadata: metadata };
  } catch (error) {
    throw failureFor(error, challenge);
  }
}

async function checkServer(metadata: AuthorizationServerMetadata, reach: Reach): Promise<void> {
  if (!(metadata.code_challenge_methods_supported ?? []).includes("S256") || !metadata.response_types_supported.includes("code"))
    throw new ToolServerFailed("The tool server’s authorization server does not offer the secure sign-in that Stet uses (PKCE).");
  const { issuer, authorization_endpoint: leads, token_endpoint: gives, registration_endpoint: registers } = metadata;
  const revokes = revocationOf(metadata);
  const signal = AbortSignal.timeout(toolServerLimits.signInSeconds * 1000);
  for (const one of [issuer, leads, gives, registers, revokes]) {
    if (one === undefined) continue;
    const url = checkedUrl(one);
    if (!isSecure(url)) throw new ToolServerFailed("Signing in needs an https address, which the authorization server lacks.");
    // The person's browser is sent to one of them.
    await checkedAddress(url, portOf(url), { ...reach, signal });
  }
}

export function revocationOf(metadata: AuthorizationServerMetadata): string | undefined {
  const { revocation_endpoint: endpoint } = metadata as { revocation_endpoint?: unknown };
  return typeof endpoint === "string" ? endpoint : undefined;
}

/** Tokens travel encrypted, or not at all outside this machine. */
export function isSecure(url: URL): boolean {
  return url.protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}

const undescribed = "The tool server asks for a sign-in, but does not describe it as the Model Context Protocol asks.";

function failureFor(error: unknown, challenge: Challenge): Error {
  if (error instanceof ToolServerFailed) return error;
  if (error instanceof IssuerMismatchError)
    return new ToolServerFailed(
      "The authorization server says that it is another one than the tool server names, so nothing was sent.",
    );
  if (error instanceof NotFetched) return new ToolServerFailed(`Signing in to the tool server is not possible. ${error.message}`);
  // It may want a key.
  return challenge.metadataUrl === null ? new SignInAsked(challenge) : new ToolServerFailed(undescribed);
}
