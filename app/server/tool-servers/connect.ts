/*
 * One connection to a tool server, for one piece of work, by the official client. What the server sends is limited in
 * time and size, and its own words about a failure stay apart from ours: they could be instructions.
 */
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { toolServerLimits, UnusableTools, readServerTools, type ServerTool } from "#core/tool-servers/tool-server.ts";
import { NotFetched } from "../web/safe-fetch.ts";
import { guardedFetch, type Reach } from "./guarded-fetch.ts";
import type { ToolProgram } from "./tool-programs.ts";

export type Place = { url: string; key: string | null; reach: Reach } | { program: ToolProgram };

/** A sentence of ours, safe to show and to give to a model. */
export class ToolServerFailed extends Error {}

/** Results are not checked against the server's own schemas: a hostile one could take for ever, and nothing relies on them. */
const unchecked = {
  getValidator: () => (input: unknown) => ({ valid: true as const, data: input as never, errorMessage: undefined }),
};

/** `seconds`: for all of it. */
export async function withToolServer<T>(
  place: Place,
  { signal, seconds }: { signal: AbortSignal; seconds: number },
  work: (client: Client, limits: { signal: AbortSignal; timeout: number; maxTotalTimeout: number }) => Promise<T>,
): Promise<T> {
  const time = AbortSignal.timeout(seconds * 1000);
  const both = AbortSignal.any([signal, time]);
  // No capability is offered: the server cannot ask for answers of a model, for files, or for words of the person.
  const client = new Client(
    { name: "Stet", version: "1.0.0" },
    {
      capabilities: {},
      versionNegotiation: { mode: "auto" },
      listMaxPages: 10,
      jsonSchemaValidator: unchecked,
      inputRequired: { autoFulfill: false },
    },
  );
  client.onerror = () => undefined;
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  const limits = { signal: both, timeout: seconds * 1000, maxTotalTimeout: seconds * 1000 };
  try {
    const whole = (async () => {
      await client.connect(transportTo(place, broken.reject), limits);
      return work(client, limits);
    })();
    return await unlessAborted(Promise.race([whole, broken.promise]), both);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (time.aborted) throw new ToolServerFailed(`The tool server did not answer within ${seconds} s.`);
    if (error instanceof ToolServerFailed || error instanceof UnusableTools) throw error;
    throw new ToolServerFailed(sentenceFor(error));
  } finally {
    await client.close().catch(() => undefined);
  }
}

function transportTo(place: Place, tooLong: (error: Error) => void): Transport {
  if ("program" in place) {
    const { command, args, env } = place.program;
    return new StdioClientTransport({
      command,
      args,
      env: { ...getDefaultEnvironment(), ...env },
      stderr: "ignore",
      maxBufferSize: toolServerLimits.response,
    });
  }
  return new StreamableHTTPClientTransport(new URL(place.url), {
    fetch: guardedFetch(place.reach, place.key, tooLong),
    reconnectionOptions: {
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 0,
    },
  });
}

/** Its tools now, read as core/tool-servers reads them. */
export async function listTools(place: Place, signal: AbortSignal): Promise<ServerTool[]> {
  return withToolServer(place, { signal, seconds: toolServerLimits.listSeconds }, async (client, limits) =>
    readServerTools((await client.listTools(undefined, limits)).tools),
  );
}

function sentenceFor(error: unknown): string {
  const cause = causes(error).find((one) => one instanceof NotFetched);
  if (cause !== undefined) return cause.message;
  const status = causes(error)
    .map((one) => (one as { status?: unknown; code?: unknown }).status ?? (one as { code?: unknown }).code)
    .find((one) => one === 401 || one === 403);
  if (status !== undefined || causes(error).some(({ name }) => name === "UnauthorizedError"))
    return "The tool server refused the key, or asks for one.";
  return "The tool server could not be reached, or does not speak the Model Context Protocol over HTTP at this address.";
}

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 8; one = one.cause) found.push(one);
  return found;
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
