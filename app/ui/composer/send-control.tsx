/** The Send button, with Stop beside it while an answer is running. */
import { ArrowUp, Square } from "lucide-react";
import { useChatTools } from "../chat/chat-context.ts";
import { useChat } from "../chat/use-chat.ts";
import { IconButton } from "../kit/icon-button.tsx";

export function SendControl({ isPending, isBlank }: { isPending: boolean; isBlank: boolean }) {
  const { store } = useChatTools();
  const isStopping = useChat(store, (state) => state.turn?.phase === "stopping");
  return (
    <>
      {isPending && (
        <IconButton
          label={isStopping ? "Stopping" : "Stop"}
          variant="outline"
          icon={<Square className="size-3! fill-current" />}
          onClick={() => void store.stop()}
        />
      )}
      <IconButton
        label="Send"
        type="submit"
        variant="primary"
        icon={<ArrowUp />}
        disabled={isBlank || isPending}
        pending={isPending}
      />
    </>
  );
}
