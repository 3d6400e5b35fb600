/* What is done with one message more rarely: its link, what the model was sent. */
import { Link2, ScrollText } from "lucide-react";
import type { ThreadMessage } from "#core/message.ts";
import { MenuItem } from "../kit/menu.tsx";
import { showToast } from "../kit/toast.tsx";
import { useChatTools } from "./chat-context.ts";
import { fragmentOf } from "./message-link.ts";

export function MessageMenu({ message }: { message: ThreadMessage }) {
  const { showSent } = useChatTools();

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
  return (
    <>
      <MenuItem icon={<Link2 />} onSelect={() => void copyLink()}>
        Copy link
      </MenuItem>
      {message.role === "assistant" && (
        <MenuItem icon={<ScrollText />} onSelect={() => showSent(message.id)}>
          What was sent
        </MenuItem>
      )}
    </>
  );
}
