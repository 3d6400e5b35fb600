/*
 * What a chat's page has changed and the server has not stored yet. Each page writes to
 * a key of its own, so that no tab overwrites another's; what a closed page has left is
 * taken over by the next one that opens the chat (send-changes.ts).
 */
import type { ChatChanges as Sent } from "#core/requests/changes.ts";
import { isDraftText } from "#core/chat/text-names.ts";
import { uuidv7 } from "#core/text/uuid.ts";

export type Unsent = Sent & {
  /** The words of a text that is put back to its original. */
  original?: string;
  /** Why the server did not store it, as a sentence. */
  refused?: string;
  /** It is sent again only when the person asks for it or types on. */
  isFinal?: boolean;
  /** It was sent, so the server may have stored it. */
  isSent?: boolean;
};

const prefix = "stet.chat-changes.";
/** Until now all tabs shared this key. */
export const sharedKey = (chatId: string) => prefix + chatId;

export class UnsentChanges {
  /** Also the name of the lock held while anything is kept there. */
  readonly key: string;
  #all: readonly Unsent[] = [];
  #isKept = true;
  #letGo: (() => void) | null = null;

  constructor(chatId: string) {
    this.key = `${sharedKey(chatId)}.${uuidv7()}`;
  }

  read(): readonly Unsent[] {
    return this.#all;
  }

  of(name: string): readonly Unsent[] {
    return this.#all.filter(({ text }) => text?.name === name);
  }

  /** Why the server has not stored this text or these decisions, as a sentence. */
  refusal(name: string): string | null {
    return this.#all.find((one) => one.refused !== undefined && isShownAt(one, name))?.refused ?? null;
  }

  /** False where the device does not store anything. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Removes the refusals of a text or a card, so that it is sent again. */
  release(name: string): void {
    const released = ({ refused: _refused, isFinal: _isFinal, ...one }: Unsent): Unsent => one;
    this.replace(this.#all.map((one) => (isShownAt(one, name) ? released(one) : one)));
  }

  /** Returns what was given up: with a text's change all that was made of it since. */
  discard(name: string): readonly Unsent[] {
    const texts = new Set(this.#all.flatMap((one) => (one.text && isShownAt(one, name) ? one.text.name : [])));
    const isGone = (one: Unsent) => isShownAt(one, name) || (one.text !== undefined && texts.has(one.text.name));
    const gone = this.#all.filter(isGone);
    this.replace(this.#all.filter((one) => !isGone(one)));
    return gone;
  }

  next(): Unsent | undefined {
    return this.#all.find((one) => !one.isFinal);
  }

  /** What is typed while its text waits or was refused replaces it. Returns what waits now. */
  add(sent: Unsent): Unsent {
    const last = this.#all.findLast(({ text }) => text !== undefined && text.name === sent.text?.name);
    const isWaiting = last !== undefined && !last.isSent && (last.isFinal || last === this.#all.at(-1));
    if (!isWaiting || (!last.isFinal && last.notes.length + sent.notes.length > 0)) {
      this.replace([...this.#all, sent]);
      return sent;
    }
    const joined: Unsent = {
      notes: [...last.notes, ...sent.notes],
      text: { ...last.text!, text: sent.text!.text },
      ...(sent.original !== undefined && { original: sent.original }),
      ...(last.refused !== undefined && !last.isFinal && { refused: last.refused }),
    };
    this.put(last, joined);
    return joined;
  }

  /** Puts something else in the place of the first of these, or nothing. */
  put(old: Unsent | readonly Unsent[], now?: Unsent): void {
    const gone = Array.isArray(old) ? (old as readonly Unsent[]) : [old as Unsent];
    this.replace(this.#all.flatMap((one) => (one === gone[0] && now ? [now] : gone.includes(one) ? [] : [one])));
  }

  replace(all: readonly Unsent[]): void {
    this.#all = all;
    if (all.length > 0) this.#hold();
    else this.letGo();
    try {
      if (all.length === 0) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify(all));
      this.#isKept = true;
    } catch {
      // Storage is full or forbidden: the changes last as long as the page.
      this.#isKept = false;
    }
  }

  /** Other pages see by the lock that this one will send its changes itself. */
  #hold(): void {
    if (this.#letGo !== null || typeof navigator === "undefined") return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#letGo = resolve;
    void navigator.locks?.request(this.key, () => promise).catch(() => {});
  }

  /** Leaves what is unsent to the next page that opens the chat. */
  letGo(): void {
    this.#letGo?.();
    this.#letGo = null;
  }
}

/** A draft shows what was refused of it beside its text; of any other text its decisions show it, in the card of a block. */
function isShownAt({ notes, text }: Unsent, name: string): boolean {
  if (text !== undefined && isDraftText(text.name)) return text.name === name;
  // A change for every occurrence has a block of its own in the card's.
  return notes.some(({ messageId, block }) => `${messageId}.${block}.`.startsWith(`${name}.`));
}

/** Where pages, also earlier versions of Stet, have left changes of this chat. */
export function otherKeys(chatId: string, own: string): string[] {
  const shared = sharedKey(chatId);
  return Object.keys(localStorage).filter((key) => key !== own && (key === shared || key.startsWith(`${shared}.`)));
}
