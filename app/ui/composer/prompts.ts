/* Prompts somebody wants to use again, kept on this device: newest first, each text once. */
export type Prompt = { id: string; text: string };

const key = "stet.prompts";
const most = 100;

export function listPrompts(): Prompt[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(value) ? value.filter(isPrompt) : [];
  } catch {
    return [];
  }
}

/** Answers the list as it is now, or null when this device would not keep it. */
export function savePrompt(text: string): Prompt[] | null {
  const trimmed = text.trim();
  const others = listPrompts().filter((prompt) => prompt.text !== trimmed);
  return write([{ id: crypto.randomUUID(), text: trimmed }, ...others].slice(0, most));
}

export function removePrompt(id: string): Prompt[] | null {
  return write(listPrompts().filter((prompt) => prompt.id !== id));
}

function write(prompts: Prompt[]): Prompt[] | null {
  try {
    localStorage.setItem(key, JSON.stringify(prompts));
    return prompts;
  } catch {
    return null;
  }
}

function isPrompt(value: unknown): value is Prompt {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    "text" in value &&
    typeof value.id === "string" &&
    typeof value.text === "string"
  );
}
