/* Codes documents, with an Undo in the notice. */
import { useCallback } from "react";
import { useRevalidator } from "react-router";
import type { CodingRequest } from "#core/requests/discovery.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";

export type Coding = Pick<CodingRequest, "documentIds" | "query"> & { set: string[]; clear: string[] };

/** `said`: of how many documents it was said. Resolves false if it failed. */
export function useCoding(collectionId: string): (coding: Coding, said: (documents: number) => string) => Promise<boolean> {
  const { revalidate } = useRevalidator();
  return useCallback(
    async (coding, said) => {
      const operationId = uuidv7();
      const path = `/api/discovery/${collectionId}/coding`;
      try {
        const { documents } = await ask<{ documents: number }>(path, { body: { ...coding, operationId } });
        const undo = () =>
          ask(`${path}/${operationId}/undo`, { body: {} }).then(revalidate, (error: unknown) =>
            showToast({ kind: "error", text: sentenceOf(problemIn(error)) }),
          );
        if (documents === 0) showToast({ kind: "info", text: "All of them are coded so already.", id: "coding" });
        else showToast({ kind: "success", text: said(documents), action: { label: "Undo", run: () => void undo() }, id: "coding" });
        await revalidate();
        return true;
      } catch (error) {
        showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
        return false;
      }
    },
    [collectionId, revalidate],
  );
}
