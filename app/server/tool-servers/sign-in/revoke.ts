/* Tells an authorization server that a sign-in is over (RFC 7009), which the official package has no function for. */
import { assertSecureTokenEndpoint, selectClientAuthMethod, type FetchLike } from "@modelcontextprotocol/client";
import { revocationOf } from "./discover.ts";
import type { Session } from "./session.ts";

/** False if it offers no way to, or could not be reached: the tokens then last until they expire. */
export async function revoke({ metadata, client, tokens }: Session, fetchFn: FetchLike): Promise<boolean> {
  const endpoint = revocationOf(metadata);
  if (endpoint === undefined || tokens === null) return false;
  const { client_id: id, client_secret: secret } = client;
  const method = selectClientAuthMethod(client, metadata.token_endpoint_auth_methods_supported ?? []);
  const headers: Record<string, string> = { "content-type": "application/x-www-form-urlencoded" };
  if (method === "client_secret_basic")
    headers["authorization"] = `Basic ${Buffer.from(`${id}:${secret ?? ""}`).toString("base64")}`;
  const own = {
    ...(method !== "client_secret_basic" && { client_id: id }),
    ...(method === "client_secret_post" && secret !== undefined && { client_secret: secret }),
  };
  try {
    // With the first of them its server should end the second as well; not all do.
    for (const [hint, token] of [
      ["refresh_token", tokens.refresh_token],
      ["access_token", tokens.access_token],
    ]) {
      if (token === undefined) continue;
      const body = new URLSearchParams({ token, token_type_hint: hint!, ...own });
      await fetchFn(assertSecureTokenEndpoint(endpoint), { method: "POST", headers, body });
    }
    return true;
  } catch {
    return false;
  }
}
