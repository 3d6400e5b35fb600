/*
 * One connection to a tool server, for one piece of work, by the official client. What the server sends is limited in
 * time and size, and its own words about a failure stay apart from ours: they could be instructions.
 */
import {
  Client,
  InsufficientScopeError,
  SdkHttpError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type Transport,
} from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { toolServerLimits, UnusableTools, readServerTools, type ServerTool } from "#core/tool-servers/tool-server.ts";
import { NotFetched } from "../web/safe-fetch.ts";
import { AccessRefused, ToolServerFailed } from "./failures.ts";
import { guardedFetch, type Reach } from "./guarded-fetch.ts";
import type { Access } from "./sign-in/renewals.ts";
import type { ToolProgram } from "./tool-programs.ts";

/** `access`: what each request carries, and what to do when it is refused. */
export type Place = { url: string; access: Access; reach: Reach } | { program: ToolProgram };

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
    throw failureFor(error);
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
    fetch: guardedFetch(place.reach, tooLong),
    authProvider: place.access,
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

function failureFor(error: unknown): ToolServerFailed {
  const all = causes(error);
  const ours = all.find((one) => one instanceof ToolServerFailed);
  if (ours !== undefined) return ours;
  const notFetched = all.find((one) => one instanceof NotFetched);
  if (notFetched !== undefined) return new ToolServerFailed(notFetched.message);
  const limited = all.find((one) => one instanceof InsufficientScopeError);
  if (limited !== undefined) return new AccessRefused(limited.requiredScope ?? null);
  if (all.some((one) => one instanceof UnauthorizedError || statusOf(one) === 401)) return new AccessRefused();
  if (all.some((one) => statusOf(one) === 403)) return new ToolServerFailed("The tool server does not allow this.");
  return new ToolServerFailed(
    "The tool server could not be reached, or does not speak the Model Context Protocol over HTTP at this address.",
  );
}

function statusOf(error: Error): number | undefined {
  return error instanceof SdkHttpError ? error.status : undefined;
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
