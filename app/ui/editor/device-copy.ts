/*
 * What the server does not have yet, kept on this device: a lost connection, a
 * closed lid or a crash costs nothing. Every window keeps its own copy, under a
 * lock that lives as long as the window; a copy whose window is gone is taken
 * over by the next one that opens the draft.
 */
import { del, get, keys, set } from "idb-keyval";
import type { Authorship } from "#core/authorship.ts";
import type { DocumentJson } from "#core/document-schema.ts";
import { uuidv7 } from "#core/uuid.ts";

export type DeviceCopy = {
  /** The version that the text came from, and the text of that version. */
  version: number;
  base: DocumentJson;
  document: DocumentJson;
  /** Whose the words of `document` are. */
  authorship?: Authorship;
};

const prefix = "stet.draft.";
const windowId = uuidv7();
const keyOf = (draftId: string, id: string) => `${prefix}${draftId}.${id}`;

/** Until the page is left. Other windows see by it that this copy is somebody's. */
export function holdDeviceCopy(draftId: string): () => void {
  const released = Promise.withResolvers<void>();
  void navigator.locks?.request(keyOf(draftId, windowId), () => released.promise).catch(() => {});
  return () => released.resolve();
}

export async function keepOnDevice(draftId: string, copy: DeviceCopy): Promise<boolean> {
  try {
    await set(keyOf(draftId, windowId), copy);
    return true;
  } catch {
    return false;
  }
}

export async function forgetOnDevice(draftId: string): Promise<void> {
  await del(keyOf(draftId, windowId)).catch(() => {});
}

/** Copies that windows left behind. They are gone from the device only when `forget` is called. */
export async function copiesLeftBehind(draftId: string): Promise<{ copy: DeviceCopy; forget: () => Promise<void> }[]> {
  try {
    const held = new Set((await navigator.locks?.query())?.held?.map((lock) => lock.name));
    const names = (await keys()).filter((key) => typeof key === "string" && key.startsWith(`${prefix}${draftId}.`)) as string[];
    const left = await Promise.all(
      names.filter((name) => !held.has(name)).map(async (name) => ({ name, copy: await get<DeviceCopy>(name) })),
    );
    return left.flatMap(({ name, copy }) => (copy ? [{ copy, forget: () => del(name).catch(() => {}) }] : []));
  } catch {
    return [];
  }
}
