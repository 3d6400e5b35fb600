/* What a reader has changed in a draft shown in an answer, kept on this device only. */
const keyOf = (name: string) => `stet.draft-edit.${name}`;
const known = new Map<string, string | null>();
const listeners = new Set<() => void>();

export const draftEdits = {
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
      // A full or forbidden storage: the edit lives as long as the page.
    }
    for (const listener of listeners) listener();
  },
};

function stored(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}
