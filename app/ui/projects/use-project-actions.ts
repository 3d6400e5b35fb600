/* Archives and deletes projects, each with an Undo in its notice. */
import { useMemo } from "react";
import { useRevalidator } from "react-router";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";

type Named = { id: string; name: string };
export type ProjectActions = {
  /** Resolves true if it succeeded. */
  archive(project: Named, archived: boolean): Promise<boolean>;
  remove(project: Named): Promise<boolean>;
};

export function useProjectActions(): ProjectActions {
  const { revalidate } = useRevalidator();
  return useMemo(() => {
    async function reportFailure(work: Promise<unknown>): Promise<boolean> {
      try {
        await work;
        void revalidate();
        return true;
      } catch (error) {
        showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
        return false;
      }
    }
    const setArchived = (id: string, archived: boolean) => ask(`/api/projects/${id}`, { method: "PATCH", body: { archived } });
    return {
      async archive({ id, name }, archived) {
        if (!(await reportFailure(setArchived(id, archived)))) return false;
        showToast({
          kind: "success",
          text: archived ? `“${name}” is archived.` : `“${name}” was restored to your projects.`,
          action: { label: "Undo", run: () => void reportFailure(setArchived(id, !archived)) },
        });
        return true;
      },
      async remove({ id, name }) {
        if (!(await reportFailure(ask(`/api/projects/${id}`, { method: "DELETE" })))) return false;
        showToast({
          kind: "success",
          text: `“${name}” was deleted.`,
          action: { label: "Undo", run: () => void reportFailure(ask(`/api/projects/${id}/undo-delete`, { body: {} })) },
        });
        return true;
      },
    };
  }, [revalidate]);
}
