/* Shown below the last answer if it misses the requested length: the word count and a button to ask again. */
import { useMemo } from "react";
import { askedLength, correctionOf, lengthMissed, wordsOfAnswer } from "#core/chat/asked-length.ts";
import { parseReply } from "#core/chat/reply.ts";
import { Button } from "../kit/button.tsx";
import { useChatTools } from "./chat-context.ts";
import type { ChatState } from "./chat-state.ts";
import { entriesOf } from "./sections.ts";
import { useChat, useReadOnly } from "./use-chat.ts";

export function LengthNote({ messageId, content }: { messageId: string; content: string }) {
  const { store, form, reportFailure } = useChatTools();
  const isReadOnly = useReadOnly(store);
  const question = useChat(store, (state) => questionBefore(state, messageId));
  const found = useMemo(() => {
    const asked = askedLength(question);
    const words = asked === null ? null : wordsOfAnswer(parseReply(content));
    const missed = words === null ? null : lengthMissed(words, asked!);
    return missed && { ...missed, language: asked!.language };
  }, [question, content]);
  if (found === null) return null;
  const { words, asked } = found;
  function correct() {
    const { choices, temporary } = form.read();
    return reportFailure(store.send({ content: correctionOf(found!, found!.language), attachments: [], choices, temporary }));
  }
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft" data-length="missed">
      {`${words.toLocaleString("en")} words; ${asked.toLocaleString("en")} were asked for`}
      {!isReadOnly && (
        <Button size="small" onClick={() => void correct()}>
          {`${words > asked ? "Shorten" : "Lengthen"} to ${asked.toLocaleString("en")} words`}
        </Button>
      )}
    </p>
  );
}

function questionBefore({ sections }: Pick<ChatState, "sections">, messageId: string): string {
  const entries = entriesOf(sections);
  const at = entries.findIndex(({ message }) => message.id === messageId);
  const before = entries[at - 1]?.message;
  return before?.role === "user" ? before.content : "";
}
