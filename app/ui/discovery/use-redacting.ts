/* Redacts words and takes redactions back, each with an Undo in the notice. */
import { useCallback } from "react";
import { useRevalidator } from "react-router";
import type { RedactionChange, RedactionRequest } from "#core/requests/discovery.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";

type Redacting = {
  redact: (asked: Omit<RedactionRequest, "operationId">) => Promise<boolean>;
  takeBack: (id: string) => Promise<boolean>;
};

/** Both resolve false if it failed. */
export function useRedacting(collectionId: string): Redacting {
  const { revalidate } = useRevalidator();
  const path = `/api/discovery/${collectionId}/redactions`;
  const trying = useCallback(
    async (work: () => Promise<void>): Promise<boolean> => {
      try {
        await work();
        await revalidate();
        return true;
      } catch (error) {
        showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
        return false;
      }
    },
    [revalidate],
  );
  const change = (body: RedactionChange) => trying(async () => void (await ask(path, { method: "PATCH", body })));
  const said = (text: string, undo: RedactionChange) => {
    showToast({ kind: "success", text, action: { label: "Undo", run: () => void change(undo) }, id: "redacting" });
  };
  return {
    redact: (asked) =>
      trying(async () => {
        const operationId = uuidv7();
        const made = await ask<{ redactions: number; documents: number }>(path, { body: { ...asked, operationId } });
        if (made.redactions === 0) showToast({ kind: "info", text: "These words are redacted already.", id: "redacting" });
        else said(redactedWords(made), { operationId, isRemoved: true });
      }),
    takeBack: (id) =>
      trying(async () => {
        await ask(path, { method: "PATCH", body: { id, isRemoved: true } });
        said("The redaction was taken back.", { id, isRemoved: false });
      }),
  };
}

function redactedWords({ redactions, documents }: { redactions: number; documents: number }): string {
  const places = redactions === 1 ? "Redacted in 1 place" : `Redacted in ${redactions.toLocaleString("en")} places`;
  return documents > 1 ? `${places} of ${documents.toLocaleString("en")} documents.` : `${places}.`;
}
