/* The dialogs of a chat's page and the tools its parts use, made once for as long as the chat is shown. */
import { useMemo, useState } from "react";
import type { Source } from "#core/source.ts";
import { problemIn, sentenceOf } from "../ask.ts";
import type { ComposerForm } from "../composer/form-state.ts";
import { showToast } from "../kit/toast.tsx";
import { claimBefore, type OpenCitation, type ViewedSource } from "../sources/claim.ts";
import { citedBy } from "../sources/verdicts.ts";
import type { ChatTools } from "./chat-context.ts";
import type { ChatStore } from "./chat-store.ts";
import { entriesOf } from "./sections.ts";

export type DialogStates = {
  restoring: string | null;
  setRestoring: (messageId: string | null) => void;
  choosing: { chosen: (model: string) => void } | null;
  setChoosing: (choosing: { chosen: (model: string) => void } | null) => void;
  citation: OpenCitation | null;
  setCitation: (citation: OpenCitation | null) => void;
  viewed: ViewedSource | null;
  setViewed: (viewed: ViewedSource | null) => void;
  sentFor: string | null;
  setSentFor: (messageId: string | null) => void;
};

export function useChatPage(store: ChatStore, form: ComposerForm): { tools: ChatTools; dialogs: DialogStates } {
  const [restoring, setRestoring] = useState<string | null>(null);
  const [choosing, setChoosing] = useState<DialogStates["choosing"]>(null);
  const [citation, setCitation] = useState<OpenCitation | null>(null);
  const [viewed, setViewed] = useState<DialogStates["viewed"]>(null);

  const [sentFor, setSentFor] = useState<string | null>(null);

  const tools = useMemo<ChatTools>(
    () => ({
      store,
      form,
      told: tell,
      askToRestore: setRestoring,
      showSent: setSentFor,
      chooseModel: (chosen) => setChoosing({ chosen }),
      showSource(sourceId, messageId) {
        const source = sourcesOf(store, messageId).find((one) => one.id === sourceId);
        if (source) setViewed({ source, claim: "" });
      },
      openCitation(target) {
        const anchor = target instanceof Element ? target.closest<HTMLElement>("button.citation") : null;
        const message = anchor?.closest<HTMLElement>("[data-message-id]");
        if (!anchor || !message) return;
        const number = Number(anchor.dataset.n);
        const source = sourcesOf(store, message.dataset.messageId!).find((one) => one.number === number);
        if (source) setCitation({ anchor, source, claim: claimBefore(anchor), cited: citedBy(anchor, source) });
      },
    }),
    [store, form],
  );
  const dialogs = { restoring, setRestoring, choosing, setChoosing, citation, setCitation, viewed, setViewed, sentFor, setSentFor };
  return { tools, dialogs };
}

/** Work that answers a problem, or throws one, is told to the reader in the same way. */
async function tell(work: Promise<unknown>): Promise<boolean> {
  try {
    const outcome = await work;
    if (outcome === null || outcome === undefined || typeof outcome !== "object" || !("title" in outcome)) return true;
    showToast({ kind: "error", text: sentenceOf(outcome as Parameters<typeof sentenceOf>[0]) });
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
  }
  return false;
}

function sourcesOf(store: ChatStore, messageId: string): readonly Source[] {
  const entry = entriesOf(store.read().sections).find((one) => one.message.id === messageId);
  return entry?.answer?.view.sources ?? entry?.message.sources ?? [];
}
