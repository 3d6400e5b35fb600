/*
 * A public API request's usage, noted while it is answered and recorded once it is over: after the response, or after
 * a stream's last event.
 */
import type { Stet } from "#server/stet.ts";
import type { ApiContext } from "../context.ts";
import type { NotedUse } from "../context.ts";

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
