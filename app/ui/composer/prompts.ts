/*
 * Saved prompts, stored on the server for the current workspace. Prompts that
 * earlier versions stored on this device are imported once.
 */
import type { Prompt } from "#core/chat/prompt.ts";
import { ask } from "../ask.ts";

export type { Prompt } from "#core/chat/prompt.ts";
type Answer = { prompts: Prompt[] };

const oldKey = "stet.prompts";

export async function listPrompts(): Promise<Prompt[]> {
  await bringAlong();
  return (await ask<Answer>("/api/prompts")).prompts;
}

export async function keepPrompt(text: string): Promise<Prompt[]> {
  return (await ask<Answer>("/api/prompts", { body: { text } })).prompts;
}

export async function removePrompt(id: string): Promise<Prompt[]> {
  return (await ask<Answer>(`/api/prompts/${id}`, { method: "DELETE" })).prompts;
}

async function bringAlong(): Promise<void> {
  for (const text of textsOnDevice().reverse()) await keepPrompt(text);
  localStorage.removeItem(oldKey);
}

function textsOnDevice(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(oldKey) ?? "[]");
    return Array.isArray(value)
      ? value.flatMap((one: { text?: unknown }) => (typeof one?.text === "string" ? [one.text] : []))
      : [];
  } catch {
    return [];
  }
}
