/* Puts a removed question back into the composer, and takes it out again when the removal is undone. */
import { composerField, setText } from "../composer/field-text.ts";
import { joinUnsent } from "../composer/reconcile.ts";
import type { ChatStore } from "./chat-store.ts";
import { entriesOf } from "./sections.ts";

export function returnToField(question: string): void {
  const field = composerField();
  if (field === null || question === "") return;
  setText(field, field.value.trim() === "" ? question : joinUnsent(question, field.value));
  field.focus();
}

export async function undoRemoval(store: ChatStore, operationId: string): Promise<void> {
  await store.undo(operationId);
  const field = composerField();
  const isBack = ({ message }: { message: { role: string; content: string } }) =>
    message.role === "user" && message.content === field?.value;
  if (field !== null && entriesOf(store.read().sections).some(isBack)) setText(field, "");
}
