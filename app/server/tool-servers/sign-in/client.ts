/* Stet as a client of an authorization server, as the official package's flow asks for it. */
import { randomBytes } from "node:crypto";
import type { AuthorizationServerMetadata, OAuthClientProvider, StoredOAuthClientInformation } from "@modelcontextprotocol/client";
import { usableTokens, type Attempt, type Tokens } from "./session.ts";

export const callbackPath = "/settings/account/tools/callback";

type Given = Pick<Attempt, "discovered"> & { client: StoredOAuthClientInformation | null; verifier?: string; url: string };

/** One flow: what it saves is read from it afterwards. */
export function clientFor({ discovered, client, verifier = "", url }: Given) {
  const saved = {
    client,
    verifier,
    state: randomBytes(32).toString("base64url"),
    leads: null as URL | null,
    signed: null as { tokens: Tokens; expiresAt: Date | null } | null,
  };
  const provider: OAuthClientProvider = {
    redirectUrl: url + callbackPath,
    clientMetadata: {
      client_name: "Stet",
      client_uri: url,
      redirect_uris: [url + callbackPath],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      ...(isPublic(discovered.authorizationServerMetadata) && { token_endpoint_auth_method: "none" }),
    },
    state: () => saved.state,
    clientInformation: () => saved.client ?? undefined,
    saveClientInformation: (information) => void (saved.client = information),
    // A sign-in begins with none.
    tokens: () => undefined,
    saveTokens: (tokens) => void (saved.signed = usableTokens(tokens)),
    redirectToAuthorization: (leads) => void (saved.leads = leads),
    saveCodeVerifier: (next) => void (saved.verifier = next),
    codeVerifier: () => saved.verifier,
    // It was read and checked just before, or when the sign-in began.
    discoveryState: () => discovered,
    saveDiscoveryState: () => undefined,
  };
  return { provider, saved };
}

/** A client without a secret is enough, since every sign-in has a proof of its own (PKCE). */
function isPublic(metadata: AuthorizationServerMetadata): boolean {
  return (metadata.token_endpoint_auth_methods_supported ?? []).includes("none");
}

/** Of what a registration answers, only what is sent later. */
export function keptClient(issuer: string, given: StoredOAuthClientInformation): StoredOAuthClientInformation {
  const { client_id: id, client_secret: secret } = given;
  const method: unknown = (given as { token_endpoint_auth_method?: unknown }).token_endpoint_auth_method;
  return {
    issuer,
    client_id: id,
    ...(secret !== undefined && { client_secret: secret }),
    ...(typeof method === "string" && { token_endpoint_auth_method: method }),
  };
}
