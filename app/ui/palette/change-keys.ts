/* Changes a shortcut, or gives defaults back. */
import { ownKeysKey, readOwnKeys, setOwnKeys, type OwnKeys } from "../kit/own-keys.ts";

/** Null gives the default back. */
export function changeKeys(shortcut: string, to: string | null): void {
  const { [shortcut]: _, ...rest } = readOwnKeys();
  keep(to === null || to === shortcut ? rest : { ...rest, [shortcut]: to });
}

export function restoreAllKeys(): void {
  keep({});
}

function keep(next: OwnKeys): void {
  setOwnKeys(next);
  try {
    localStorage.setItem(ownKeysKey, JSON.stringify(next));
  } catch {
    // Kept for this page only.
  }
}
