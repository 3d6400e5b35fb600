/*
 * A public API request's usage, noted while it is answered and recorded once it is over: after the response, or after
 * a stream's last event.
 */
import type { Usage } from "#core/chat/message.ts";
import type { Stet } from "#server/stet.ts";
import type { ApiContext } from "../edge.ts";

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

type Asker = Pick<NotedUse, "organizationId" | "keyId"> & { route?: string };

export function noteUse(c: ApiContext, { organizationId, keyId, route = `${c.req.method} ?` }: Asker): void {
  c.set("use", {
    startedAt: new Date(),
    organizationId,
    keyId,
    route,
    model: null,
    usage: { inputTokens: 0, outputTokens: 0 },
    isEstimated: false,
    isStreaming: false,
  });
}

export function recordUse(stet: Stet, c: ApiContext, status: number): void {
  const use = c.get("use");
  if (use === undefined) return;
  const { startedAt, organizationId, keyId, route, model, usage, isEstimated } = use;
  stet.usage.record({
    organizationId,
    keyId,
    route,
    model,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    isEstimated,
    status,
    ms: Date.now() - startedAt.getTime(),
    at: startedAt,
  });
}
