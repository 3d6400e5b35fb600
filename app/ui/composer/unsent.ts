/*
 * Unsent text, choices and files, stored on this device per chat: text and choices
 * in local storage (synchronous, so that a closing tab still saves), files in
 * IndexedDB. They are cleared only when the server has acknowledged the message.
 *
 * Storage may be full or forbidden: the composer then works as before but nothing
 * is saved, which `save` reports by returning false.
 */
import { del, get, set } from "idb-keyval";
import type { ChatChoices } from "#core/chat/chat.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { deviceOwner } from "../device-owner.ts";
import { joinUnsent, reconcile, type Reconciled } from "./reconcile.ts";
import type { ComposerFile } from "./uploads.ts";

/** The ids under which a text was sent that the server has not acknowledged. */
export type SentAs = { text: string; files: string[]; chatId: string; version: number; messageId: string; replyId: string };
export type Stored = {
  text: string;
  other: string | null;
  choices: ChatChoices | null;
  sentAs: SentAs | null;
  /** The text it was written over, as far as its tab could see: another process may have written in the same moment. */
  over?: string;
};

const nothing: Stored = { text: "", other: null, choices: null, sentAs: null };
const prefix = "stet.unsent.";
const keyOf = (chat: string) => prefix + chat;
const onAcknowledgment = new Set<() => void>();
/** A chat has one owner; the start view is shared by every account on this device. */
const filesKeyOf = (chat: string) => `stet.files.${chat}${isStart(chat) ? `.${deviceOwner()}` : ""}`;

const start = "new";
/** Where this tab keeps what is typed for a chat that does not exist yet (claim-start.ts). */
export function startOfTab(): string {
  try {
    return sessionStorage.getItem("stet.tab") ?? start;
  } catch {
    return start;
  }
}
/** A mark beside the text: IndexedDB cannot be asked before the page is there. */
const heldFilesKeyOf = (chat: string) => `stet.unsent-files.${chat}`;
/** Where what is typed for a chat beside a draft is kept until the chat exists: not with that of the start view. */
export const startBeside = (draftId: string) => `${start}.${draftId}`;
/** Whether it is the place of a chat that does not exist yet. */
export const isStart = (chat: string) => chat === start || chat.startsWith(`${start}.`);

function readStored(chat: string): Stored {
  try {
    return parseStored(localStorage.getItem(keyOf(chat)));
  } catch {
    return nothing;
  }
}

function parseStored(json: string | null): Stored {
  try {
    const value: unknown = JSON.parse(json ?? "null");
    if (typeof value !== "object" || value === null) return nothing;
    const { text, other, choices, sentAs, over } = value as Record<string, unknown>;
    return {
      text: typeof text === "string" ? text : "",
      other: typeof other === "string" ? other : null,
      choices: isChoices(choices) ? choices : null,
      sentAs: isSentAs(sentAs) ? sentAs : null,
      ...(typeof over === "string" && { over }),
    };
  } catch {
    return nothing;
  }
}

function isSentAs(value: unknown): value is SentAs {
  if (typeof value !== "object" || value === null) return false;
  const { text, files, chatId, version, messageId, replyId } = value as Record<string, unknown>;
  return (
    [text, chatId, messageId, replyId].every((one) => typeof one === "string") &&
    typeof version === "number" &&
    Array.isArray(files)
  );
}

/** Checked by hand: the schema library is too heavy for the browser just to check our own data. */
export function isChoices(value: unknown): value is ChatChoices {
  if (typeof value !== "object" || value === null) return false;
  const { model, sources, knowledgeSources } = value as Record<string, unknown>;
  return typeof model === "string" && Array.isArray(sources) && Array.isArray(knowledgeSources);
}

/** The unsent text of one chat in one tab. `chat` is its id, or the tab's place for the start view. */
export class Unsent {
  readonly chat: string;
  #base: Stored;
  /** What this tab shows of the stored text, behind what it is sending: only what differs from it was typed here. */
  #shown: string;
  /** What this tab is sending: the stored one may be another's. */
  #sending: SentAs | null = null;

  constructor(chat: string) {
    this.chat = chat;
    this.#base = readStored(chat);
    this.#shown = this.#base.text;
  }

  get stored(): Stored {
    return this.#base;
  }

  /** The field's initial text, given what was typed before hydration. */
  begin(mine: string): Reconciled {
    const { text, other } = reconcile("", mine, this.#base.text);
    return { text, other: other ?? this.#base.other };
  }

  /** Saves `text`; anything another tab has saved meanwhile is kept beside it. `isShown`: the field shows the result. */
  save(text: string, choices: ChatChoices | null, isShown = true): Reconciled & { kept: boolean } {
    const now = readStored(this.chat);
    const result = reconcile(this.#shown, text, now.text);
    this.#shown = isShown ? result.text : text;
    const other = bothOf(result.text, now.other, result.other);
    // Deleted text will not be sent again.
    const sentAs = result.text === "" ? null : now.sentAs;
    return { text: result.text, other, kept: this.#write({ text: result.text, other, choices, sentAs }) };
  }

  /**
   * Saves what is about to be sent, with the request's ids. The same text and files sent to the
   * same state of a chat are the same request: it keeps its ids, however often it is sent, until
   * the server acknowledges it.
   */
  sending(question: Omit<SentAs, "messageId" | "replyId">, choices: ChatChoices | null): SentAs {
    const before = readStored(this.chat).sentAs;
    const isSame =
      before !== null &&
      before.text === question.text &&
      before.chatId === question.chatId &&
      before.version === question.version &&
      before.files.join("\n") === question.files.join("\n");
    const sentAs = isSame ? before : { ...question, messageId: uuidv7(), replyId: uuidv7() };
    this.save(question.text, choices, false);
    this.#write({ ...this.#base, sentAs });
    this.#sending = sentAs;
    return sentAs;
  }

  /** What is being sent with what is typed after it: both must outlive the page. */
  withSent(text: string): string {
    const sent = (this.#sending ?? this.sentAs)?.text ?? "";
    return sent === "" || text === "" ? sent + text : `${sent}\n\n${text}`;
  }

  /** This start view has become a chat: what was typed since then is that chat's unsent text. */
  moveTo(created: Unsent, text: string, choices: ChatChoices | null): void {
    created.save(text, choices);
    const now = readStored(this.chat);
    if (now.sentAs !== null && now.text.startsWith(now.sentAs.text)) this.#write({ ...now, text: now.sentAs.text });
    else if (now.text === text) this.#write({ ...now, text: "" });
  }

  /** What was sent but, as far as this device can tell, not acknowledged. */
  get sentAs(): SentAs | null {
    return readStored(this.chat).sentAs;
  }

  /**
   * Another tab has saved `now`: returns what this one should show, given its field's text. Where both typed, both are
   * stored. `isShown`: the field shows the result; while it is sending, it does not.
   */
  follow(mine: string, now = readStored(this.chat), isShown = true): Reconciled {
    const before = this.#shown;
    const isUnaware = mine === before && now.over !== undefined && now.over !== before && !isIn(mine, now);
    const { text, other } = isUnaware ? { text: mine, other: now.text } : reconcile(before, mine, now.text);
    this.#base = now;
    if (isShown) this.#shown = text;
    if (!isUnaware && other === null) return { text, other: bothOf(text, now.other) };
    // What was written since has not been seen here yet.
    const latest = readStored(this.chat);
    const beside = bothOf(text, other, now.other, latest.text, latest.other);
    this.#write({ ...latest, text, other: beside });
    return { text, other: beside };
  }

  dismissOther(): void {
    this.#write({ ...readStored(this.chat), other: null });
  }

  /** Another tab has sent it. As long as it is the stored text here, the news of that is on its way, and is not to be undone. */
  dismissSent(sent: string): void {
    const now = readStored(this.chat);
    if (now.other === sent && now.text !== sent) this.#write({ ...now, other: null });
  }

  /** The server has the message and its choices: removes exactly what was sent and keeps anything typed since. */
  acknowledge(sent: string): void {
    const now = readStored(this.chat);
    this.#sending = null;
    this.#shown = withoutSent(this.#shown, sent);
    const other = now.other === sent ? null : now.other;
    this.#write({ ...now, text: withoutSent(now.text, sent), other, choices: null, sentAs: null });
    for (const listener of onAcknowledgment) listener();
  }

  /** What was sent is back in the field, whatever else was stored meanwhile. */
  giveBack(): void {
    this.#sending = null;
    this.#shown = "";
  }

  #write(change: Stored): boolean {
    const next = { ...change, over: readStored(this.chat).text };
    this.#base = next;
    try {
      if (next.text === "" && next.other === null && next.choices === null && next.sentAs === null)
        localStorage.removeItem(keyOf(this.chat));
      else localStorage.setItem(keyOf(this.chat), JSON.stringify(next));
      return true;
    } catch {
      return false;
    }
  }
}

/** What other tabs have typed: of a third one, too. What the text holds already is none of it. */
function bothOf(text: string, ...others: readonly (string | null)[]): string | null {
  let both: string | null = null;
  for (const one of others) {
    if (one === null || text.includes(one)) continue;
    if (both === null || one.includes(both)) both = one;
    else if (!both.includes(one)) both = joinUnsent(both, one);
  }
  return both;
}

const isIn = (mine: string, { text, other }: Stored) => text.includes(mine.trim()) || (other?.includes(mine.trim()) ?? false);

/** What was typed since. */
export function withoutSent(text: string, sent: string): string {
  if (text === sent) return "";
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}

/** The chat that was about to be created when the page was left. */
export function chatBegunBefore(): string | null {
  return typeof localStorage === "undefined" ? null : (readStored(startOfTab()).sentAs?.chatId ?? null);
}

/** Whether a message of this chat was sent that the server has not acknowledged. */
export function isUnacknowledged(chatId: string, startPlace: string): boolean {
  return [chatId, startPlace].some((chat) => readStored(chat).sentAs?.chatId === chatId);
}

/** Calls back after this tab has had a message acknowledged, or another tab has saved, which may mean the same. */
export function watchAcknowledgments(changed: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key?.startsWith(prefix) && changed();
  onAcknowledgment.add(changed);
  window.addEventListener("storage", onStorage);
  return () => {
    onAcknowledgment.delete(changed);
    window.removeEventListener("storage", onStorage);
  };
}

/** Appends to the unsent text of a chat that is not on screen. */
export function addUnsent(chat: string, text: string): void {
  const unsent = new Unsent(chat);
  unsent.save(joinUnsent(unsent.stored.text, text), unsent.stored.choices);
}

/** Called with each text that another tab has saved for this chat, in turn: by now there may be a later one. */
export function watchUnsent(chat: string, changed: (saved: Stored) => void): () => void {
  function onStorage(event: StorageEvent) {
    if (event.key === keyOf(chat)) changed(parseStored(event.newValue));
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
    if (isStart(chat) && files.length > 0) localStorage.setItem(heldFilesKeyOf(chat), "");
    else if (isStart(chat)) localStorage.removeItem(heldFilesKeyOf(chat));
    if (files.length === 0) await del(filesKeyOf(chat));
    else await set(filesKeyOf(chat), [...files]);
  } catch {
    // Private windows may have no IndexedDB; the files then stay in memory until sent.
  }
}
