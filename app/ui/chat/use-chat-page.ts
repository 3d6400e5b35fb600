/* The dialogs of a chat's page and the tools its parts use, created once per chat shown. */
import { useEffect, useMemo, useState } from "react";
import type { Source } from "#core/sources/source.ts";
import { problemIn, sentenceOf } from "../ask.ts";
import type { ComposerForm } from "../composer/form-state.ts";
import { showToast } from "../kit/toast.tsx";
import { claimBefore, type OpenCitation, type ViewedSource } from "../sources/claim.ts";
import { citedBy } from "../sources/verdicts.ts";
import type { ChatTools } from "./chat-context.ts";
import { ChatChanges } from "./chat-changes.ts";
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
  compared: string | null;
  setCompared: (messageId: string | null) => void;
};

/** `isCopy`: a shared copy, which has no changes. */
export function useChatPage(store: ChatStore, form: ComposerForm, isCopy = false): { tools: ChatTools; dialogs: DialogStates } {
  const [restoring, setRestoring] = useState<string | null>(null);
  const [choosing, setChoosing] = useState<DialogStates["choosing"]>(null);
  const [citation, setCitation] = useState<OpenCitation | null>(null);
  const [viewed, setViewed] = useState<DialogStates["viewed"]>(null);
  const [sentFor, setSentFor] = useState<string | null>(null);
  const [compared, setCompared] = useState<string | null>(null);

  const tools = useMemo<ChatTools>(
    () => ({
      store,
      form,
      changes: new ChatChanges(isCopy ? null : store.read().id, () => idsIn(store)),
      reportFailure,
      askToRestore: setRestoring,
      showSent: setSentFor,
      compareVersions: setCompared,
      chooseModel: (chosen) => setChoosing({ chosen }),
      showSource(sourceId, messageId) {
        const source = sourcesOf(store, messageId).find((one) => one.id === sourceId);
        if (source) setViewed({ source, claim: "" });
      },
      openCitation(target, isPeek = false) {
        const anchor = target instanceof Element ? target.closest<HTMLElement>("button.citation") : null;
        const message = anchor?.closest<HTMLElement>("[data-message-id]");
        if (!anchor || !message) return;
        const number = Number(anchor.dataset.n);
        const source = sourcesOf(store, message.dataset.messageId!).find((one) => one.number === number);
        if (source === undefined) return;
        const next = { anchor, source, claim: claimBefore(anchor), cited: citedBy(anchor, source), isPeek };
        setCitation((now) => (isPeek && now !== null && !now.isPeek ? now : next));
      },
    }),
    [store, form, isCopy],
  );
  useEffect(() => store.askAfter(tools.changes.stored), [store, tools]);
  return {
    tools,
    dialogs: {
      restoring,
      setRestoring,
      choosing,
      setChoosing,
      citation,
      setCitation,
      viewed,
      setViewed,
      sentFor,
      setSentFor,
      compared,
      setCompared,
    },
  };
}

/** Work that resolves to a problem and work that throws one are reported the same way. */
async function reportFailure(work: Promise<unknown>): Promise<boolean> {
  try {
    const outcome = await work;
    if (outcome === null || outcome === undefined || typeof outcome !== "object" || !("title" in outcome)) return true;
    showToast({ kind: "error", text: sentenceOf(outcome as Parameters<typeof sentenceOf>[0]) });
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
  }
  return false;
}

function idsIn(store: ChatStore): ReadonlySet<string> {
  return new Set(entriesOf(store.read().sections).map(({ message }) => message.id));
}

function sourcesOf(store: ChatStore, messageId: string): readonly Source[] {
  const entry = entriesOf(store.read().sections).find((one) => one.message.id === messageId);
  return entry?.answer?.view.sources ?? entry?.message.sources ?? [];
}
