/* Approving, retiring, and taking either back. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import type { LibraryStanding } from "#core/templates/library.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";

export function useStanding(id: string, standing: LibraryStanding) {
  const { revalidate } = useRevalidator();
  const [isWorking, setWorking] = useState(false);

  async function put(what: "approval" | "retirement", body: object, said?: { text: string; undo: () => void }) {
    setWorking(true);
    try {
      await ask(`/api/library/templates/${id}/${what}`, { method: "PUT", body });
      await revalidate();
      if (said) showToast({ kind: "success", text: said.text, action: { label: "Undo", run: said.undo } });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setWorking(false);
    }
  }
  const { approved, retired } = standing;
  const approvedBefore = { version: approved?.version ?? null };
  const retiredBefore = retired === null ? { isRetired: false } : { isRetired: true, successorId: retired.successor?.id ?? null };
  return {
    isWorking,
    approve: (version: number) =>
      put("approval", { version }, { text: "Approved", undo: () => void put("approval", approvedBefore) }),
    withdraw: () =>
      put("approval", { version: null }, { text: "Approval withdrawn", undo: () => void put("approval", approvedBefore) }),
    retire: (successorId: string | null) =>
      put("retirement", { isRetired: true, successorId }, { text: "Retired", undo: () => void put("retirement", retiredBefore) }),
    reinstate: () =>
      put("retirement", { isRetired: false }, { text: "In use again", undo: () => void put("retirement", retiredBefore) }),
  };
}
