/*
 * What a reader has done to something shown in an answer, kept on this device
 * only: a draft edited in its panel, changes taken or turned down.
 */
export function createDeviceNotes(prefix: string) {
  const known = new Map<string, string | null>();
  const listeners = new Set<() => void>();
  const keyOf = (name: string) => `${prefix}.${name}`;

  function stored(name: string): string | null {
    try {
      return localStorage.getItem(keyOf(name));
    } catch {
      return null;
    }
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read(name: string): string | null {
      const before = known.get(name);
      if (before !== undefined) return before;
      const text = stored(name);
      known.set(name, text);
      return text;
    },
    write(name: string, text: string | null): void {
      known.set(name, text);
      try {
        if (text === null) localStorage.removeItem(keyOf(name));
        else localStorage.setItem(keyOf(name), text);
      } catch {
        // A full or forbidden storage: the note lives as long as the page.
      }
      for (const listener of listeners) listener();
    },
  };
}

/** The text of a draft as the reader left it, by message and block. */
export const draftEdits = createDeviceNotes("stet.draft-edit");
/** A pasted or attached text with the changes taken so far, by the name of its PatchTarget. */
export const changedTexts = createDeviceNotes("stet.changed-text");
/** What became of each change of a patch block, by message and block. */
export const patchNotes = createDeviceNotes("stet.patches");
