/* Unfinished message edits, stored on this device until they are sent or discarded. */
const mostKept = 20;
const keyOf = (chatId: string) => `stet.edits.${chatId}`;

type Kept = [messageId: string, text: string][];

function readKept(chatId: string): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(chatId)) ?? "[]");
    const isEdit = (one: unknown): one is Kept[number] =>
      Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "string";
    return Array.isArray(kept) ? kept.filter(isEdit) : [];
  } catch {
    return [];
  }
}

export function keptEdit(chatId: string, messageId: string): string | null {
  return readKept(chatId).find(([id]) => id === messageId)?.[1] ?? null;
}

/** `text` null removes the stored edit. */
export function keepEdit(chatId: string, messageId: string, text: string | null): void {
  const others = readKept(chatId).filter(([id]) => id !== messageId);
  const kept = text === null ? others : [...others, [messageId, text] as const].slice(-mostKept);
  try {
    if (kept.length === 0) localStorage.removeItem(keyOf(chatId));
    else localStorage.setItem(keyOf(chatId), JSON.stringify(kept));
  } catch {
    // Without storage, an edit is lost when its field closes.
  }
}
