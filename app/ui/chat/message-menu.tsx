/* The less common actions for a message: its link, its words aloud, a new chat starting from it, and the prompt. */
import { FileCode, GitFork, Link2, ScrollText, Volume2 } from "lucide-react";
import { useNavigate } from "react-router";
import type { ThreadMessage } from "#core/chat/message.ts";
import { parseReply, replyText } from "#core/chat/reply.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask } from "../ask.ts";
import { copyPlain } from "../copy-plain.ts";
import { MenuItem } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { useChatTools } from "./chat-context.ts";
import { fragmentOf } from "./message-link.ts";
import { canReadAloud, readAloud } from "./read-aloud.ts";

export function MessageMenu({ message, content }: { message: ThreadMessage; content: () => string }) {
  const { store, reportFailure, showSent } = useChatTools();
  const navigate = useNavigate();
  const place = useWorkspace();

  const link = () => `${location.origin}${location.pathname}${fragmentOf(message.id)}`;
  async function fork() {
    const forkId = uuidv7();
    await ask(`/api/chats/${store.read().id}/fork`, { body: { messageId: message.id, forkId } });
    await navigate(place.path(`/chat/${forkId}`));
    showToast({ kind: "success", text: "This is a new chat. The first one is unchanged." });
  }
  return (
    <>
      <MenuItem icon={<Link2 />} onSelect={() => void copyPlain(link(), "Link copied.")}>
        Copy link
      </MenuItem>
      {message.role === "assistant" && (
        <MenuItem icon={<FileCode />} onSelect={() => void copyPlain(replyText(parseReply(content())))}>
          Copy as Markdown
        </MenuItem>
      )}
      {message.role === "assistant" && canReadAloud() && (
        <MenuItem icon={<Volume2 />} onSelect={() => void reportFailure(readAloud(content()))}>
          Read aloud
        </MenuItem>
      )}
      <MenuItem icon={<GitFork />} onSelect={() => void reportFailure(fork())}>
        Fork into a new chat
      </MenuItem>
      {message.role === "assistant" && (
        <MenuItem icon={<ScrollText />} onSelect={() => showSent(message.id)}>
          Prompt details
        </MenuItem>
      )}
    </>
  );
}
