/*
 * The fetch for everything that belongs to signing in: the guarded one, with the whole response read within a limit of
 * size and time. What a server says about a refusal stops here, except its code: its words could hold what it was sent,
 * and the package writes them into the log.
 */
import { isIP } from "node:net";
import type { FetchLike } from "@modelcontextprotocol/client";
import { toolServerLimits } from "#core/tool-servers/tool-server.ts";
import { isPublicAddress } from "../../web/public-address.ts";
import { isWeb, NotFetched, unpacked } from "../../web/safe-fetch.ts";
import { guardedRequest, type Reach } from "../guarded-fetch.ts";

/** An authorization server's refusal, by its code (RFC 6749, 5.2); empty if it gave none. */
export class RefusedHere extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`The authorization server refused the request${code === "" ? "" : `: ${code}`}.`);
    this.code = code;
  }
}

/** For one flow: all of its requests share one limit of time. */
export function signInFetch(reach: Reach, signal?: AbortSignal): FetchLike {
  const limit = AbortSignal.timeout(toolServerLimits.signInSeconds * 1000);
  const time = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  return async (given, init = {}) => {
    try {
      return await fetched(reach, String(given), init, time);
    } catch (error) {
      if (error instanceof NotFetched || error instanceof RefusedHere) throw error;
      throw new NotFetched(time.aborted ? "Its server took too long." : "Its server could not be reached.");
    }
  };
}

async function fetched(reach: Reach, address: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  const method = init.method ?? "GET";
  const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
  const asked = { method, headers: init.headers, body: typeof body === "string" ? body : undefined, signal };
  const response = await guardedRequest(reach, address, asked);
  const encoding = response.headers["content-encoding"];
  const text = (await unpacked(response, encoding, toolServerLimits.signInResponse, signal)).toString("utf8");
  const status = response.statusCode ?? 500;
  if (method !== "GET") refuse(status, text);
  const isEmpty = status === 204 || status === 205;
  return new Response(isEmpty ? null : text, { status, headers: { "content-type": "application/json" } });
}

/** Some refuse with a status of 200. What is neither JSON nor a refusal has no use: its parser would quote it. */
function refuse(status: number, text: string): void {
  const said = text === "" ? {} : parsed(text);
  const error = said?.["error"];
  const code = typeof error === "string" && /^[a-z_]{1,40}$/.test(error) ? error : "";
  if (status < 200 || status >= 300 || code !== "") throw new RefusedHere(status >= 500 ? "server_error" : code);
  if (said === null) throw new NotFetched("The authorization server’s response is not JSON.");
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** What a server describes may be in the network only if the server is there itself. */
export async function reachBeyond(address: string, reach: Reach): Promise<Reach> {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) === 0 ? await reach.resolve(host).catch(() => []) : [host];
  if (addresses.length > 0 && addresses.every((one) => !isPublicAddress(one))) return reach;
  return { ...reach, mayReach: (one, port) => isWeb(one, port) && reach.mayReach(one, port) };
}
