import type { Context } from "hono";
import type { HttpBindings } from "@hono/node-server";
import type { Actor } from "#core/workspace/policy.ts";
import type { Usage } from "#core/chat/message.ts";

/** `use` is what a public API request records in its usage row. */
export type ApiEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    actor: Actor;
    /** The requester as of now, for long-lived responses: same session or key, same workspace. */
    askAgain: () => Promise<Actor>;
    /** The body as parsed by door.ts. */
    body: Body;
    /** Cookies of a renewed session. */
    renewed: readonly string[];
    /** The key under which requests to this address are counted. */
    asker: string;
    use?: NotedUse;
  };
};

export type ApiContext = Context<ApiEnv>;

/** The parsed body: `json` or `form`. */
export type Body = { json?: { value: unknown }; form?: FormData };

export type NotedUse = {
  startedAt: Date;
  organizationId: string;
  keyId: string | null;
  /** As the OpenAPI document names it; unknown addresses have none. */
  route: string;
  model: string | null;
  usage: Usage;
  isEstimated: boolean;
  /** The stream records it when it ends. */
  isStreaming: boolean;
};
