/* This chat's gauge: usage from the answers, context window from the model catalog. */
import { useMemo, useSyncExternalStore } from "react";
import type { Usage } from "#core/chat/message.ts";
import { useChatTools } from "../chat/chat-context.ts";
import { entriesOf } from "../chat/sections.ts";
import { useChat } from "../chat/use-chat.ts";
import { useModels } from "../models/model-list.ts";
import { ContextGauge, contextUse } from "./context-gauge.tsx";

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
