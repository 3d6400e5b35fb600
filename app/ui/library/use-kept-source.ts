/* The file that is being written, kept over a reload of the tab until it is saved or discarded. */
import { enteredNow, useEntered } from "./use-entered.ts";

export type EditSource = (edit: (source: string) => string) => void;

/** `version`: the one that it was begun on. */
export function useKeptSource(id: string, stored: string, storedVersion: number) {
  const [entered, add] = useEntered(id);
  const sourceIn = ({ source, base = "" }: Record<string, string>) => (base === "" ? stored : (source ?? stored));
  const base = entered["base"] ?? "";
  const baseNow = () => enteredNow(id)["base"] || String(storedVersion);
  return {
    source: sourceIn(entered),
    version: base === "" ? storedVersion : Number(base),
    isKept: base !== "" && sourceIn(entered) !== stored,
    edit: ((change) => add({ source: change(sourceIn(enteredNow(id))), base: baseNow() })) satisfies EditSource,
    /** The version that it was begun from. */
    rebase: (version: number) => add({ source: sourceIn(enteredNow(id)), base: String(version) }),
    forget: () => add({ source: "", base: "" }),
  };
}
