/* The less common actions for a message: its link, a new chat starting from it, and the prompt. */
import { GitFork, Link2, ScrollText } from "lucide-react";
import { useNavigate } from "react-router";
import type { ThreadMessage } from "#core/chat/message.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask } from "../ask.ts";
import { MenuItem } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { useChatTools } from "./chat-context.ts";
import { fragmentOf } from "./message-link.ts";

export function MessageMenu({ message }: { message: ThreadMessage }) {
  const { store, reportFailure, showSent } = useChatTools();
  const navigate = useNavigate();
  const place = useWorkspace();

  async function copyLink() {
    const link = `${location.origin}${location.pathname}${fragmentOf(message.id)}`;
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    showToast({
      kind: isCopied ? "success" : "error",
      text: isCopied ? "Link copied." : "Failed to copy to clipboard",
      id: "copy",
    });
  }
  async function fork() {
    const forkId = uuidv7();
    await ask(`/api/chats/${store.read().id}/fork`, { body: { messageId: message.id, forkId } });
    await navigate(place.path(`/chat/${forkId}`));
    showToast({ kind: "success", text: "This is a new chat. The first one is unchanged." });
  }
  return (
    <>
      <MenuItem icon={<Link2 />} onSelect={() => void copyLink()}>
        Copy link
      </MenuItem>
      <MenuItem icon={<GitFork />} onSelect={() => void reportFailure(fork())}>
        Fork into a new chat
      </MenuItem>
      {message.role === "assistant" && (
        <MenuItem icon={<ScrollText />} onSelect={() => showSent(message.id)}>
          What was sent
        </MenuItem>
      )}
    </>
  );
}
