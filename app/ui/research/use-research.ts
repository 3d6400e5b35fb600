/* What is done with a research, each with its notice; deletions can be undone from theirs. */
import { useMemo } from "react";
import { useRevalidator } from "react-router";
import type { Research } from "#core/research/research.ts";
import { ask, problemIn, sentenceOf, type Question } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import { useFresh } from "../projects/use-fresh.ts";

export type ResearchActions = {
  /** False after a failure, which has been shown. */
  send(path: string, question: Question): Promise<boolean>;
  reload(): Promise<void>;
  removeStep(stepId: string): Promise<void>;
};

export function useResearch({ id }: Pick<Research, "id">): ResearchActions {
  const { revalidate } = useRevalidator();
  useFresh((update) => update.type === "research" && update.researchId === id);
  return useMemo((): ResearchActions => {
    async function send(path: string, question: Question): Promise<boolean> {
      try {
        await ask(`/api/research/${id}${path}`, question);
        return true;
      } catch (error) {
        showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
        return false;
      } finally {
        await revalidate();
      }
    }
    const setRemoved = (stepId: string, isRemoved: boolean) => send(`/steps/${stepId}`, { method: "PATCH", body: { isRemoved } });
    return {
      send,
      reload: revalidate,
      async removeStep(stepId) {
        if (!(await setRemoved(stepId, true))) return;
        showToast({ kind: "success", text: "Step removed", action: { label: "Undo", run: () => void setRemoved(stepId, false) } });
      },
    };
  }, [id, revalidate]);
}
