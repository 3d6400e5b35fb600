import { useSyncExternalStore } from "react";
import { useOwnKeys } from "./own-keys.ts";
import { isApplePlatform, shortcutKeys } from "./shortcut.ts";

/** A shortcut, as the user has set it, as key caps; a fixed one can't be changed. The server can't tell, so it renders Ctrl. */
export function Kbd({ shortcut, isFixed = false }: { shortcut: string; isFixed?: boolean }) {
  const own = useOwnKeys();
  const apple = useSyncExternalStore(neverChanges, isApplePlatform, () => false);
  const keys = shortcutKeys((!isFixed && own[shortcut]) || shortcut, apple);
  return (
    <kbd className="inline-flex shrink-0 gap-0.5 text-xs whitespace-nowrap text-ink-faint">
      <span className="sr-only">{keys.join(" ")}</span>
      {keys.map((key) => (
        <span key={key} className="min-w-4 rounded-sm border border-rule px-1 text-center leading-4" aria-hidden="true">
          {key}
        </span>
      ))}
    </kbd>
  );
}

function neverChanges(): () => void {
  return () => {};
}
