/* This chat's gauge: usage from the answers, context window from the model catalog. */
import { useMemo, useSyncExternalStore } from "react";
import type { Usage } from "#core/chat/message.ts";
import { useChatTools } from "../chat/chat-context.ts";
import { entriesOf } from "../chat/sections.ts";
import { useChat } from "../chat/use-chat.ts";
import { late } from "../kit/late.ts";
import { useModels } from "../models/model-list.ts";
import type { ContextUse } from "./context-gauge.tsx";

const ContextGauge = late(() => import("./context-gauge.tsx")).part("ContextGauge");

export function ChatGauge() {
  const { store, form } = useChatTools();
  const sections = useChat(store, (state) => state.sections);
  const chosen = useSyncExternalStore(
    form.subscribe,
    () => form.read().choices.model,
    () => form.read().choices.model,
  );
  const window = useModels()?.models.find((model) => model.id === chosen)?.contextWindow ?? null;
  const usages = useMemo(
    () =>
      entriesOf(sections)
        .map((entry) => entry.message.run?.usage)
        .filter((usage): usage is Usage => usage !== undefined),
    [sections],
  );
  const use = contextUse(usages, window);
  return use && <ContextGauge use={use} />;
}

/**
 * `usages` in answer order; one without a known price would make the sum a lower
 * bound, so the cost is then omitted.
 */
function contextUse(usages: readonly Usage[], window: number | null): ContextUse | null {
  const last = usages.at(-1);
  if (!last) return null;
  const costs = usages.map((usage) => usage.costUsd);
  const known = costs.every((cost) => cost !== undefined);
  return {
    tokens: last.inputTokens + last.outputTokens,
    window,
    cached: last.cachedInputTokens ?? 0,
    costUsd: known ? costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0) : null,
    isEstimated: usages.some((usage) => usage.isEstimated === true),
  };
}
