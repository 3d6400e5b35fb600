/*
 * A real authorization server on this machine, as strict as the specifications ask (OAuth 2.1, RFC 7591, 7636, 7009,
 * 8414, 8707, 9207), whose answers a test can take over; and the protection of a tool server by it.
 */
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServedTools } from "./tool-server.ts";

type Client = { secret: string | null; redirectUris: string[] };
type Grant = { clientId: string; challenge: string; redirectUri: string; resource: string };
export type Answer = { status?: number; body: unknown };

export type AuthorizationServer = {
  /** Its issuer. */
  url: string;
  requests: { path: string; parameters: Record<string, string>; authorization: string | undefined }[];
  clients: Map<string, Client>;
  /** What its metadata says, beyond or instead of the usual; undefined leaves a field out. */
  says: Record<string, unknown>;
  /** Of access tokens, in seconds; null says nothing about it. */
  lifetime: number | null;
  /** Takes over a path. */
  raw: Map<string, (request: IncomingMessage, response: ServerResponse) => void>;
  /** How long it takes over a token, in milliseconds. */
  slow: number;
  /** Access tokens that are valid, with the resource they are for. */
  tokens: Map<string, string>;
  /** Refresh tokens that are valid. */
  renewals: Map<string, Grant>;
  /** What the person's consent leads to, of the address that their browser was sent to. */
  allow(address: string): URL;
  stop(): Promise<void>;
};

export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const grants = new Map<string, Grant>();
  const server: AuthorizationServer = {
    url: "",
    requests: [],
    clients: new Map(),
    says: {},
    lifetime: 3600,
    slow: 0,
    raw: new Map(),
    tokens: new Map(),
    renewals: new Map(),
    allow(address) {
      const { searchParams: asked } = new URL(address);
      const clientId = asked.get("client_id")!;
      const redirectUri = asked.get("redirect_uri")!;
      if (server.clients.get(clientId)?.redirectUris.includes(redirectUri) !== true) throw new Error("unknown client or address");
      if (asked.get("response_type") !== "code" || asked.get("code_challenge_method") !== "S256") throw new Error("no PKCE");
      const code = randomUUID();
      grants.set(code, { clientId, redirectUri, challenge: asked.get("code_challenge")!, resource: asked.get("resource") ?? "" });
      const back = new URL(redirectUri);
      back.searchParams.set("code", code);
      back.searchParams.set("state", asked.get("state") ?? "");
      back.searchParams.set("iss", server.url);
      return back;
    },
    stop,
  };

  const metadata = () => ({
    issuer: server.url,
    authorization_endpoint: `${server.url}/authorize`,
    token_endpoint: `${server.url}/token`,
    registration_endpoint: `${server.url}/register`,
    revocation_endpoint: `${server.url}/revoke`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
    scopes_supported: ["tools", "offline_access"],
    authorization_response_iss_parameter_supported: true,
    ...server.says,
  });

  function register(body: string): Answer {
    const { redirect_uris: redirectUris } = JSON.parse(body) as { redirect_uris: string[] };
    const id = randomUUID();
    server.clients.set(id, { secret: null, redirectUris });
    return { status: 201, body: { client_id: id, redirect_uris: redirectUris, token_endpoint_auth_method: "none" } };
  }

  function give(parameters: Record<string, string>, authorization: string | undefined): Answer {
    const basic = Buffer.from(authorization?.replace("Basic ", "") ?? "", "base64")
      .toString()
      .split(":");
    const [clientId, secret] = authorization === undefined ? [parameters["client_id"], parameters["client_secret"]] : basic;
    const client = server.clients.get(clientId ?? "");
    if (client === undefined || (client.secret !== null && client.secret !== secret)) return refused("invalid_client", 401);
    if (parameters["grant_type"] === "refresh_token") {
      const grant = server.renewals.get(parameters["refresh_token"] ?? "");
      if (grant === undefined || grant.clientId !== clientId) return refused("invalid_grant");
      if (parameters["resource"] !== grant.resource) return refused("invalid_target");
      // Each is used once.
      server.renewals.delete(parameters["refresh_token"]!);
      return tokensFor(grant);
    }
    const grant = grants.get(parameters["code"] ?? "");
    grants.delete(parameters["code"] ?? "");
    const proof = createHash("sha256")
      .update(parameters["code_verifier"] ?? "")
      .digest("base64url");
    if (grant === undefined || grant.clientId !== clientId || grant.redirectUri !== parameters["redirect_uri"])
      return refused("invalid_grant");
    if (grant.challenge !== proof) return refused("invalid_grant");
    if (parameters["resource"] !== grant.resource) return refused("invalid_target");
    return tokensFor(grant);
  }

  function tokensFor(grant: Grant): Answer {
    const [access, renewal] = [`access-${randomUUID()}`, `renewal-${randomUUID()}`];
    server.tokens.set(access, grant.resource);
    server.renewals.set(renewal, grant);
    const expires = server.lifetime === null ? {} : { expires_in: server.lifetime };
    return { body: { access_token: access, refresh_token: renewal, token_type: "Bearer", ...expires } };
  }

  function revoked({ token = "" }: Record<string, string>): Answer {
    server.tokens.delete(token);
    server.renewals.delete(token);
    return { body: {} };
  }

  function answerTo(path: string, body: string, parameters: Record<string, string>, authorization: string | undefined): Answer {
    if (path === "/.well-known/oauth-authorization-server") return { body: metadata() };
    if (path === "/register") return register(body);
    if (path === "/token") return give(parameters, authorization);
    if (path === "/revoke") return revoked(parameters);
    return { status: 404, body: {} };
  }

  const http = createServer((request, response) => {
    const url = new URL(request.url ?? "/", server.url);
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (piece) => (body += piece));
    request.on("end", () => {
      const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
      const parameters = isForm ? Object.fromEntries(new URLSearchParams(body)) : Object.fromEntries(url.searchParams);
      const { authorization } = request.headers;
      server.requests.push({ path: url.pathname, parameters, authorization });
      const raw = server.raw.get(url.pathname);
      if (raw !== undefined) return raw(request, response);
      if (url.pathname === "/authorize") return ask(url, response);
      const answer = answerTo(url.pathname, body, parameters, authorization);
      const send = () =>
        response.writeHead(answer.status ?? 200, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
      if (url.pathname === "/token") setTimeout(send, server.slow);
      else send();
    });
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  /** For a browser. */
  function ask(url: URL, response: ServerResponse): void {
    const back = server.allow(url.href);
    const not = new URL(back);
    not.searchParams.delete("code");
    not.searchParams.set("error", "access_denied");
    not.searchParams.set("error_description", "<b>words of a stranger</b>");
    const link = (to: URL, words: string) => `<p><a href="${to.href.replaceAll("&", "&amp;")}">${words}</a></p>`;
    const page = `<!doctype html><title>Allow</title><h1>Allow Stet?</h1>${link(back, "Allow")}${link(not, "Refuse")}`;
    response.writeHead(200, { "content-type": "text/html" }).end(page);
  }
  async function stop(): Promise<void> {
    http.closeAllConnections();
    http.close();
    await once(http, "close");
  }
  return server;
}

function refused(error: string, status = 400): Answer {
  return { status, body: { error, error_description: "words of a stranger" } };
}

export type Protection = {
  /** The authorization servers that its metadata names. */
  issuers: string[];
  /** What else its metadata says. */
  says: Record<string, unknown>;
  /** Where its 401 says that its metadata is; null for the well-known place, without a word. */
  metadataUrl: string | null;
  /** Answers 401 to every token. */
  refusesAll: boolean;
  /** The tokens that it was sent, valid or not. */
  sent: string[];
};

/** From now on the tool server wants a token of the authorization server. */
export function protect(tools: ServedTools, by: AuthorizationServer): Protection {
  const place = new URL("/.well-known/oauth-protected-resource/mcp", tools.url).href;
  const protection: Protection = { issuers: [by.url], says: {}, metadataUrl: place, refusesAll: false, sent: [] };
  tools.raw = (request, response) => {
    const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
      return true;
    };
    const { issuers, says, metadataUrl, refusesAll, sent } = protection;
    if (request.url === new URL(place).pathname)
      return json(200, { resource: tools.url, authorization_servers: issuers, scopes_supported: ["tools"], ...says });
    if (request.url !== "/mcp") return json(404, {});
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (token !== "") sent.push(token);
    if (!refusesAll && by.tokens.get(token) === tools.url) return false;
    const where = metadataUrl === null ? "" : `, resource_metadata="${metadataUrl}"`;
    return json(401, {}, { "www-authenticate": `Bearer error="invalid_token"${where}` });
  };
  return protection;
}
