/*
 * What the server does not have yet of a draft, kept on this device: a lost
 * connection, a closed lid or a crash costs nothing. Every open draft keeps a
 * copy of its own, under a lock that lives as long as its window; a copy whose
 * window is gone is taken over by the next one that opens the draft.
 *
 * A copy is written every few keys, so it does not hold the document: that is
 * written once (`anchor`), its blocks as text, and a copy says which blocks
 * have changed since. Both go in one transaction, so they always fit.
 */
import { delMany, getMany, keys, setMany } from "idb-keyval";
import type { Node } from "prosemirror-model";
import type { Authorship } from "#core/authorship/authorship.ts";
import { documentChanges, withDocumentChanges, type DocumentChanges } from "#core/document/document-changes.ts";
import { documentOf, type DocumentJson } from "#core/document/document-schema.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { authorshipOf, withAuthorship } from "../authorship/authored-documents.ts";

/** Unsaved text, and the version on the server that it came from. */
export type UnsavedText = {
  version: number;
  base: Node;
  /** On its way to the server, which may have it already. */
  sent: Node | null;
  document: Node;
};

type StoredCopy = {
  version: number;
  /** What has changed from the anchor to the text of that version, and from there to the others. */
  base: DocumentChanges;
  sent: DocumentChanges | null;
  document: DocumentChanges;
  /** Whose the words of the unsaved text are. */
  authorship?: Authorship;
};
/** As earlier versions of Stet kept them, and devices may still hold them. */
type WholeCopy = { version: number; base: DocumentJson; document: DocumentJson; authorship?: Authorship };

/** Of what idb-keyval offers. Its words, so that it is one. */
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

/** A version further from the anchor than so many blocks becomes the next anchor. */
const farBlocks = 100;
/** For the next burst of typing, unless that is long in coming. */
const anchorMs = 30_000;
/** Of work between two keys. */
const sliceMs = 4;

export class DeviceCopy {
  readonly #name: string;
  readonly #storage: DeviceStorage;
  /** What comes next: of several only the last counts. */
  #next: UnsavedText | "forget" | null = null;
  #work: Promise<boolean> | null = null;
  #isKept = false;
  #anchor: { document: Node; blocks: Set<Node> } | null = null;
  #anchorTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(draftId: string, storage: DeviceStorage = indexedStorage) {
    this.#name = `${copyPrefix}${draftId}.${uuidv7()}`;
    this.#storage = storage;
  }

  /** Until it is released. Other windows see by it that this copy is in use. */
  hold(): () => void {
    const released = Promise.withResolvers<void>();
    void navigator.locks?.request(this.#name, () => released.promise).catch(() => {});
    return () => released.resolve();
  }

  /** Resolves when it is written; false where the device refuses to keep it. */
  keep(text: UnsavedText): Promise<boolean> {
    return this.#do(text);
  }

  async forget(): Promise<void> {
    if (this.#isKept || this.#work) await this.#do("forget");
  }

  /** With what is held ready for the next copy. */
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
    // Without locks another window may take the copy for one that was left behind.
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
    // True before it is certain: a write of unknown end is to be forgotten, too.
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

/** Of a long document bit by bit, so that no key waits for it; nodes are never altered, so each is written as text once. */
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

/** Copies that windows left behind. They are gone from the device only when `forget` is called. */
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

/** Of windows that ended when everything was saved. */
function uselessAnchors(all: readonly string[], held: ReadonlySet<string | undefined>): string[] {
  const copies = new Set(all);
  return all.filter((name) => {
    if (!name.startsWith(anchorPrefix)) return false;
    const copy = copyPrefix + name.slice(anchorPrefix.length);
    return !copies.has(copy) && !held.has(copy);
  });
}

/** Null when it cannot be read; then it stays on the device. */
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
