/* Whether the library is open above the draft, and for which words clauses are looked for. A page shows one draft. */
export type LibraryAsked = { similarTo: string | null };

let asked: LibraryAsked | null = null;
const listeners = new Set<() => void>();

function set(next: LibraryAsked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

export const openLibrary = () => set({ similarTo: null });
export const openSimilar = (text: string) => set({ similarTo: text });
export const leaveLibrary = () => set(null);
export const libraryAsked = () => asked;

export function onLibrary(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
