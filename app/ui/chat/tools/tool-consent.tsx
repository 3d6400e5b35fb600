/*
 * A tool of another server waits for the reader: what it is, what it would be sent, and whether it may. The question is
 * in the database, so every window of the reader shows it, and an answer in one closes it in all.
 */
import { use, useEffect, useState } from "react";
import type { ConsentDecision, PendingConsent } from "#core/tool-servers/tool-server.ts";
import { ask } from "../../ask.ts";
import { Button } from "../../kit/button.tsx";
import { onUpdate } from "../../updates.ts";
import { ChatToolsContext } from "../chat-context.ts";

export function ToolConsent({ callId }: { callId: string }) {
  const tools = use(ChatToolsContext);
  const [consent, setConsent] = useState<PendingConsent | null>(null);
  const [decided, setDecided] = useState<ConsentDecision | null>(null);
  const chatId = tools?.store.read().id;
  useEffect(() => {
    if (chatId === undefined) return;
    let isShown = true;
    const read = () =>
      ask<{ consents: PendingConsent[] }>(`/api/tool-consents?chat=${chatId}`).then(
        ({ consents }) => isShown && setConsent(consents.find((one) => one.callId === callId) ?? null),
        () => undefined,
      );
    void read();
    const stop = onUpdate((update) => {
      if (update.type === "connected" || update.type === "reconnected") void read();
      if (update.type === "tool-consent" && update.chatId === chatId) void read();
    });
    return () => {
      isShown = false;
      stop();
    };
  }, [chatId, callId]);
  if (tools === null || consent === null) return null;

  async function decide(decision: ConsentDecision) {
    setDecided(decision);
    const isDone = await tools!.reportFailure(ask(`/api/tool-consents/${consent!.id}`, { body: { decision } }));
    if (!isDone) setDecided(null);
  }
  const { server, title, description, input, mayLast, reveals } = consent;
  const button = (decision: ConsentDecision, label: string, variant: "primary" | "outline" | "quiet") => (
    <Button
      variant={variant}
      size="small"
      pending={decided === decision}
      disabled={decided !== null && decided !== decision}
      onClick={() => void decide(decision)}
    >
      {label}
    </Button>
  );
  return (
    <div role="group" aria-label={`${server} asks to run ${title}`} className="border-t border-rule px-3 py-3">
      <p className="font-medium">
        Let {server} run “{title}”?
      </p>
      {description !== "" && <p className="mt-1 line-clamp-4 break-words whitespace-pre-line text-ink-soft">{description}</p>}
      <p className="group-label mt-2.5 mb-1">It is sent</p>
      <pre
        tabIndex={0}
        className="max-h-48 overflow-auto scroll-thin rounded-lg bg-desk px-2.5 py-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap text-ink-soft"
      >
        {JSON.stringify(input, null, 2)}
      </pre>
      {reveals && (
        <p className="mt-2 text-warn">This has names or numbers that pseudonyms replace for models. {server} would see them.</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {button("once", "Allow once", "primary")}
        {mayLast && button("chat", "Allow in this chat", "outline")}
        {mayLast && button("always", "Always allow", "outline")}
        {button("refused", "Don’t allow", "quiet")}
      </div>
      {!mayLast && <p className="mt-2 text-xs text-ink-faint">It may change something there, so you’re asked every time.</p>}
    </div>
  );
}
