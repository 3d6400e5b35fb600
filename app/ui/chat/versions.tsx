import { ChevronLeft, ChevronRight, Diff } from "lucide-react";
import { versionsOf } from "#core/chat/branches.ts";
import type { ThreadMessage } from "#core/chat/message.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { useChatTools } from "./chat-context.ts";
import { useChat, useReadOnly } from "./use-chat.ts";

/** ‹ 2/3 ›: the versions of an edited or regenerated message. */
export function Versions({ message }: { message: ThreadMessage }) {
  const { store, reportFailure, compareVersions } = useChatTools();
  const busy = useChat(store, (state) => state.turn !== null);
  const isReadOnly = useReadOnly(store);
  const place = versionsOf(message);
  // Switching versions changes what every reader sees.
  if (!place || isReadOnly) return null;
  const { number, count, previous, next } = place;
  const go = (id: string | undefined) => id !== undefined && void reportFailure(store.switchTo(id));
  return (
    <span className="flex items-center text-xs text-ink-faint tabular-nums" role="group" aria-label="Versions">
      <IconButton
        label="Earlier version"
        size="small"
        icon={<ChevronLeft />}
        disabled={busy || previous === undefined}
        onClick={() => go(previous)}
      />
      <span aria-label={`Version ${number} of ${count}`}>
        {number}/{count}
      </span>
      <IconButton
        label="Later version"
        size="small"
        icon={<ChevronRight />}
        disabled={busy || next === undefined}
        onClick={() => go(next)}
      />
      {message.role === "assistant" && (
        <IconButton label="Compare versions" size="small" icon={<Diff />} onClick={() => compareVersions(message.id)} />
      )}
    </span>
  );
}
