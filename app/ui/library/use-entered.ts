/* What has been entered for an item of the library, which survives a reload of the tab. Another account in it does not see it. */
import { useMemo, useSyncExternalStore } from "react";
import { deviceOwner } from "../device-owner.ts";

/** What a full storage does not take lasts until the tab is reloaded. */
const inMemory = new Map<string, string>();
const read = (key: string) => inMemory.get(key) ?? sessionStorage.getItem(key);
const listeners = new Set<() => void>();
function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const keyOf = (id: string) => `stet.template.${deviceOwner()}.${id}`;

/** As it is now, for what happens later than the page was drawn. */
export const enteredNow = (id: string) => enteredIn(read(keyOf(id)));

/** What is set is added to what is there. */
export function useEntered(id: string) {
  const key = () => keyOf(id);
  const kept = useSyncExternalStore(
    subscribe,
    () => read(key()),
    () => null,
  );
  function add(changed: Readonly<Record<string, string>>) {
    const text = JSON.stringify({ ...enteredIn(read(key())), ...changed });
    try {
      sessionStorage.setItem(key(), text);
      inMemory.delete(key());
    } catch {
      inMemory.set(key(), text);
    }
    for (const listener of listeners) listener();
  }
  return [useMemo(() => enteredIn(kept), [kept]), add] as const;
}

function enteredIn(text: string | null): Record<string, string> {
  return text === null ? {} : (JSON.parse(text) as Record<string, string>);
}
