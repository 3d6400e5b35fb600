/* Whether the library is open above the draft. A page shows one draft. */
let isOpen = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

export const openLibrary = () => set(true);
export const leaveLibrary = () => set(false);
export const isInserting = () => isOpen;

export function onLibrary(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
