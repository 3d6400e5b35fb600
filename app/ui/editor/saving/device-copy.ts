/*
 * Unsaved changes to a draft, stored on this device so that a lost connection, a
 * closed lid or a crash loses nothing. Every open draft has its own copy, under a
 * lock that lives as long as its window; an orphaned copy is taken over by the next
 * window that opens the draft.
 *
 * A copy is written every few keystrokes, so it does not contain the document: that
 * is written once (`anchor`), its blocks as text, and a copy records which blocks
 * have changed since. Both are written in one transaction, so they always match.
 */
import { delMany, getMany, keys, setMany } from "idb-keyval";
import type { Node } from "prosemirror-model";
import type { Authorship } from "#core/authorship/authorship.ts";
import { documentChanges, withDocumentChanges } from "#core/document/document-changes.ts";
import type { DocumentChanges } from "#core/requests/documents.ts";
import { documentOf, type DocumentJson } from "#core/document/document-schema.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { authorshipOf, withAuthorship } from "../authorship/authored-documents.ts";

/** Unsaved text, and the server version it is based on. */
export type UnsavedText = {
  version: number;
  base: Node;
  /** Being sent to the server, which may already have it. */
  sent: Node | null;
  document: Node;
};

type StoredCopy = {
  version: number;
  /** The changes from the anchor to the text of that version, and from there to the others. */
  base: DocumentChanges;
  sent: DocumentChanges | null;
  document: DocumentChanges;
  /** The authorship of the unsaved text. */
  authorship?: Authorship;
};
/** The format of earlier versions of Stet, which devices may still hold. */
type WholeCopy = { version: number; base: DocumentJson; document: DocumentJson; authorship?: Authorship };

/** The part of idb-keyval used here, with the same names so that idb-keyval fits it. */
export type DeviceStorage = {
  getMany(names: string[]): Promise<unknown[]>;
  setMany(entries: [string, unknown][]): Promise<void>;
  delMany(names: string[]): Promise<void>;
  keys(): Promise<IDBValidKey[]>;
};
const indexedStorage: DeviceStorage = { getMany: (names) => getMany(names), setMany: (entries) => setMany(entries), delMany, keys };

const copyPrefix = "stet.draft.";
const anchorPrefix = "stet.draft-anchor.";
const anchorOf = (name: string) => anchorPrefix + name.slice(copyPrefix.length);

/** A version further from the anchor than this many blocks becomes the next anchor. */
const farBlocks = 100;
/** How long an anchor waits for the next burst of typing. */
const anchorMs = 30_000;
/** The longest slice of work between two keystrokes. */
const sliceMs = 4;

export class DeviceCopy {
  readonly #draftId: string;
  readonly #name: string;
  readonly #storage: DeviceStorage;
  /** The next write: of several, only the last counts. */
  #next: UnsavedText | "forget" | null = null;
  #work: Promise<boolean> | null = null;
  #isKept = false;
  #anchor: { document: Node; blocks: Set<Node> } | null = null;
  #anchorTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(draftId: string, storage: DeviceStorage = indexedStorage) {
    this.#draftId = draftId;
    this.#name = `${copyPrefix}${draftId}.${uuidv7()}`;
    this.#storage = storage;
  }

  /** Held until released, so that other windows can see this copy is in use. */
  hold(): () => void {
    const released = Promise.withResolvers<void>();
    void navigator.locks?.request(this.#name, () => released.promise).catch(() => {});
    return () => released.resolve();
  }

  /**
   * Until `signal`: calls `left` for each other window that has the draft open now and closes without having everything
   * saved. One that is being reloaded may still be closing when its successor opens.
   */
  async whenLeft(left: (copy: LeftCopy) => Promise<void>, signal: AbortSignal): Promise<void> {
    const locks = await navigator.locks?.query().catch(() => null);
    for (const { name } of locks?.held ?? []) {
      if (name === undefined || name === this.#name || !name.startsWith(`${copyPrefix}${this.#draftId}.`)) continue;
      const closed = navigator.locks.request(name, { signal }, async () => {
        const copy = signal.aborted ? null : await readCopy(name, this.#storage);
        if (copy) await left(copy);
      });
      closed.catch(() => {});
    }
  }

  /** Resolves once it is written; false if the device refuses to store it. */
  keep(text: UnsavedText): Promise<boolean> {
    return this.#do(text);
  }

  async forget(): Promise<void> {
    if (this.#isKept || this.#work) await this.#do("forget");
  }

  /** Finishes pending writes, then drops an anchor that no copy uses. */
  async close(): Promise<void> {
    await this.#work;
    clearTimeout(this.#anchorTimer);
    if (!this.#isKept) await this.#dropAnchor();
  }

  #do(next: UnsavedText | "forget"): Promise<boolean> {
    this.#next = next;
    this.#work ??= this.#doAll().finally(() => {
      this.#work = null;
    });
    return this.#work;
  }

  async #doAll(): Promise<boolean> {
    let isDone = true;
    while (this.#next) {
      const next = this.#next;
      this.#next = null;
      isDone = await (next === "forget" ? this.#drop() : this.#write(next)).then(
        () => true,
        () => false,
      );
    }
    return isDone;
  }

  async #write({ version, base, sent, document }: UnsavedText): Promise<void> {
    clearTimeout(this.#anchorTimer);
    const entries: [string, unknown][] = [];
    // Without locks, another window may mistake the copy for an orphan.
    let anchor = navigator.locks ? this.#anchor : null;
    if (!anchor || isFar(base, anchor.blocks)) {
      entries.push([anchorOf(this.#name), await textOfBlocks(base)]);
      anchor = { document: base, blocks: new Set(base.children) };
    }
    const copy: StoredCopy = {
      version,
      base: documentChanges(anchor.document, base),
      sent: sent && documentChanges(base, sent),
      document: documentChanges(base, document),
      authorship: authorshipOf(document),
    };
    // Set before it is certain: a write with an unknown outcome must also be deleted later.
    this.#isKept = true;
    await this.#storage.setMany([...entries, [this.#name, copy]]);
    this.#anchor = anchor;
  }

  async #drop(): Promise<void> {
    await this.#storage.delMany([this.#name]);
    this.#isKept = false;
    clearTimeout(this.#anchorTimer);
    this.#anchorTimer = setTimeout(() => void this.close(), anchorMs);
  }

  async #dropAnchor(): Promise<void> {
    if (!this.#anchor) return;
    this.#anchor = null;
    await this.#storage.delMany([anchorOf(this.#name)]).catch(() => {});
  }
}

function isFar(base: Node, blocks: ReadonlySet<Node>): boolean {
  let other = 0;
  for (const block of base.children) if (!blocks.has(block) && ++other > farBlocks) return true;
  return false;
}

const texts = new WeakMap<Node, string>();

/** In slices for a long document, so that no keystroke waits; nodes are immutable, so each is serialized once. */
async function textOfBlocks(document: Node): Promise<string[]> {
  const blocks: string[] = [];
  let began = performance.now();
  for (const block of document.children) {
    const text = texts.get(block) ?? JSON.stringify(block.toJSON());
    texts.set(block, text);
    blocks.push(text);
    if (performance.now() - began < sliceMs) continue;
    await new Promise((resume) => setTimeout(resume));
    began = performance.now();
  }
  return blocks;
}

export type LeftCopy = UnsavedText & { forget: () => Promise<void> };

/** Orphaned copies. They are deleted from the device only by `forget`. */
export async function copiesLeftBehind(draftId: string, storage: DeviceStorage = indexedStorage): Promise<LeftCopy[]> {
  try {
    const held = new Set((await navigator.locks?.query())?.held?.map((lock) => lock.name));
    const all = (await storage.keys()).filter((key) => typeof key === "string");
    const copies = all.filter((name) => name.startsWith(copyPrefix) && !held.has(name));
    if (navigator.locks) await storage.delMany(uselessAnchors(all, held));
    const left = await Promise.all(
      copies.filter((name) => name.startsWith(`${copyPrefix}${draftId}.`)).map((name) => readCopy(name, storage)),
    );
    return left.filter((copy) => copy !== null);
  } catch {
    return [];
  }
}

/** From windows that closed with everything saved. */
function uselessAnchors(all: readonly string[], held: ReadonlySet<string | undefined>): string[] {
  const copies = new Set(all);
  return all.filter((name) => {
    if (!name.startsWith(anchorPrefix)) return false;
    const copy = copyPrefix + name.slice(anchorPrefix.length);
    return !copies.has(copy) && !held.has(copy);
  });
}

/** Null if it cannot be read; it then stays on the device. */
async function readCopy(name: string, storage: DeviceStorage): Promise<LeftCopy | null> {
  const [copy, blocks] = (await storage.getMany([name, anchorOf(name)])) as [
    StoredCopy | WholeCopy | undefined,
    string[] | undefined,
  ];
  if (!copy) return null;
  const read = "type" in copy.base ? wholeDocuments(copy as WholeCopy) : changedDocuments(copy as StoredCopy, blocks);
  const { base, sent, document } = read;
  if (!base || !document) return null;
  const forget = () => storage.delMany([name, anchorOf(name)]).catch(() => {});
  return { version: copy.version, base, sent, document: withAuthorship(document, copy.authorship), forget };
}

type ReadCopy = { base: Node | null; sent: Node | null; document: Node | null };

function wholeDocuments({ base, document }: WholeCopy): ReadCopy {
  return { base: documentOf(base), sent: null, document: documentOf(document) };
}

function changedDocuments(copy: StoredCopy, blocks: readonly string[] | undefined): ReadCopy {
  const anchor = documentOf({ type: "doc", content: blocks?.map((text) => JSON.parse(text) as unknown) });
  const base = anchor && withDocumentChanges(anchor, copy.base);
  const after = (changes: DocumentChanges | null) => base && changes && withDocumentChanges(base, changes);
  return { base, sent: after(copy.sent), document: after(copy.document) };
}
