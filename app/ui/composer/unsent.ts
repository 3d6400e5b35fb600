/*
 * What was typed and chosen but not sent, kept on this device per chat: text
 * and choices in local storage (synchronous, so that a closing tab still
 * saves), files in IndexedDB. It is cleared only when the server has
 * acknowledged the message.
 *
 * Storage may be full, or forbidden: then the composer works as before and only
 * the keeping is lost, which `save` tells by answering false.
 */
import { del, get, set } from "idb-keyval";
import type { ChatChoices } from "#core/chat.ts";
import { deviceOwner } from "../device-owner.ts";
import { joinUnsent, reconcile, type Reconciled } from "./reconcile.ts";
import type { ComposerFile } from "./uploads.ts";

export type Stored = { text: string; other: string | null; choices: ChatChoices | null };

const nothing: Stored = { text: "", other: null, choices: null };
const keyOf = (chat: string) => `stet.unsent.${chat}`;
/** A chat is one person's; the start view is everybody's on this device. */
const filesKeyOf = (chat: string) => `stet.files.${chat}${chat === "new" ? `.${deviceOwner()}` : ""}`;

function readStored(chat: string): Stored {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(chat)) ?? "null");
    if (typeof value !== "object" || value === null) return nothing;
    const { text, other, choices } = value as Record<string, unknown>;
    return {
      text: typeof text === "string" ? text : "",
      other: typeof other === "string" ? other : null,
      choices: isChoices(choices) ? choices : null,
    };
  } catch {
    return nothing;
  }
}

/** Checked by hand: the schema's library is not worth its weight in the browser for what we wrote ourselves. */
export function isChoices(value: unknown): value is ChatChoices {
  if (typeof value !== "object" || value === null) return false;
  const { model, sources, knowledgeSources } = value as Record<string, unknown>;
  return typeof model === "string" && Array.isArray(sources) && Array.isArray(knowledgeSources);
}

/** The unsent text of one chat, as one tab sees it. `chat` is its id, or "new" for the start view. */
export class Unsent {
  readonly chat: string;
  #base: Stored;

  constructor(chat: string) {
    this.chat = chat;
    this.#base = readStored(chat);
  }

  get stored(): Stored {
    return this.#base;
  }

  /** The field as it should begin, given what was typed before the page came to life. */
  begin(mine: string): Reconciled {
    const { text, other } = reconcile("", mine, this.#base.text);
    return { text, other: other ?? this.#base.other };
  }

  /** Keeps `text`; what another tab has written meanwhile is kept beside it. */
  save(text: string, choices: ChatChoices | null): Reconciled & { kept: boolean } {
    const now = readStored(this.chat);
    const result = reconcile(this.#base.text, text, now.text);
    return { ...result, kept: this.#write({ text: result.text, other: result.other ?? now.other, choices }) };
  }

  /** Another tab has written: says what this one should show, given what is in its field. */
  follow(mine: string): Reconciled {
    const now = readStored(this.chat);
    const result = reconcile(this.#base.text, mine, now.text);
    this.#base = now;
    return { text: result.text, other: result.other ?? now.other };
  }

  dismissOther(): void {
    this.#write({ ...readStored(this.chat), other: null });
  }

  /** The server has the message and its choices: forget exactly what was sent, keep what was typed since. */
  acknowledge(sent: string): void {
    const now = readStored(this.chat);
    const text = now.text === sent ? "" : now.text.startsWith(sent) ? now.text.slice(sent.length).trimStart() : now.text;
    this.#write({ ...now, text, choices: null });
  }

  #write(next: Stored): boolean {
    this.#base = next;
    try {
      if (next.text === "" && next.other === null && next.choices === null) localStorage.removeItem(keyOf(this.chat));
      else localStorage.setItem(keyOf(this.chat), JSON.stringify(next));
      return true;
    } catch {
      return false;
    }
  }
}

/** Adds to the unsent text of a chat that is not on the screen. */
export function addUnsent(chat: string, text: string): void {
  const unsent = new Unsent(chat);
  unsent.save(joinUnsent(unsent.stored.text, text), unsent.stored.choices);
}

/** Calls back when another tab has written this chat's unsent text. */
export function watchUnsent(chat: string, changed: () => void): () => void {
  function onStorage(event: StorageEvent) {
    if (event.key === keyOf(chat)) changed();
  }
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

export async function loadFiles(chat: string): Promise<ComposerFile[]> {
  try {
    return ((await get(filesKeyOf(chat))) as ComposerFile[] | undefined) ?? [];
  } catch {
    return [];
  }
}

export async function saveFiles(chat: string, files: readonly ComposerFile[]): Promise<void> {
  try {
    if (files.length === 0) await del(filesKeyOf(chat));
    else await set(filesKeyOf(chat), [...files]);
  } catch {
    // Private windows may have no IndexedDB; the files stay in memory until sent.
  }
}
