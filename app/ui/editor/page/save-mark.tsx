/* Whether the page's text is saved on the server. Always in words, so that no icon has to be interpreted. */
import { Check, CloudOff, TriangleAlert } from "lucide-react";
import { useSyncExternalStore, type ReactNode } from "react";
import { Spinner } from "../../kit/spinner.tsx";
import type { DraftStore, SaveState } from "../saving/draft-store.ts";

const marks: Record<SaveState, { words: string; sign: ReactNode }> = {
  saved: { words: "Saved", sign: <Check className="size-3.5" /> },
  unsaved: { words: "Not saved yet", sign: null },
  saving: { words: "Saving…", sign: <Spinner className="size-3.5" /> },
  offline: { words: "Offline: kept on this device", sign: <CloudOff className="size-3.5 text-warn" /> },
  refused: { words: "Not saved", sign: <TriangleAlert className="size-3.5 text-danger" /> },
};

export function SaveMark({ store }: { store: DraftStore }) {
  const { save, problem } = useSyncExternalStore(store.subscribe, store.read, store.read);
  const { words, sign } = marks[save];
  return (
    <p role="status" data-save={save} className="flex items-center gap-1.5 text-xs whitespace-nowrap text-ink-soft">
      <span aria-hidden="true">{sign}</span>
      <span className={save === "saved" ? "@max-4xl:sr-only" : ""}>{words}</span>
      {problem !== null && `: ${problem}`}
    </p>
  );
}
