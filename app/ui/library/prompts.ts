/* Prompts of the library, where one writes to a model. */
import { nameOf, promptOfText, readPrompt, writePrompt, type LibraryPrompt } from "#core/templates/prompt-file.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";

/** Null if it can't be had, which a notice then says. */
export async function getPrompt(id: string): Promise<LibraryPrompt | null> {
  try {
    const read = readPrompt((await ask<{ source: string }>(`/api/library/templates/${id}`)).source);
    if ("refusal" in read) throw new Error(read.refusal);
    return read.prompt;
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    return null;
  }
}

/** Saves words of the composer. `isPrivate`: in an organization, to oneself. */
export async function savePrompt(text: string, { name, isPrivate }: { name: string; isPrivate: boolean }): Promise<string> {
  const body = { source: writePrompt(promptOfText(text, { name })), isPrivate };
  return (await ask<{ id: string }>("/api/library/templates", { body })).id;
}

const oldKey = "stet.prompts";

/** Prompts that the first versions stored on this device alone. Each leaves it as soon as the server has it. */
export async function bringAlong(isPrivate: boolean): Promise<void> {
  for (let texts = textsOnDevice(); texts.length > 0; texts = texts.slice(0, -1)) {
    const text = texts.at(-1)!;
    await savePrompt(text, { name: nameOf(text), isPrivate });
    localStorage.setItem(oldKey, JSON.stringify(texts.slice(0, -1).map((left) => ({ text: left }))));
  }
  localStorage.removeItem(oldKey);
}

function textsOnDevice(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(oldKey) ?? "[]");
    return Array.isArray(value)
      ? value.flatMap((one: { text?: unknown }) => (typeof one?.text === "string" && one.text.trim() !== "" ? [one.text] : []))
      : [];
  } catch {
    return [];
  }
}
