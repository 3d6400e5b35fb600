/* Makes an empty draft and opens it, in a project or with none yet. */
import { useState } from "react";
import { useNavigate } from "react-router";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";

export function useNewDraft(projectId: string | null): { isMaking: boolean; make: () => void } {
  const place = useWorkspace();
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  async function make() {
    setMaking(true);
    try {
      const made = await ask<{ id: string; projectId: string }>("/api/drafts", { body: { projectId, name: "Untitled draft" } });
      await navigate(place.path(`/vault/projects/${made.projectId}/drafts/${made.id}`));
    } catch (error) {
      showToast({ kind: "error", text: `Failed to create draft. ${sentenceOf(problemIn(error))}` });
    } finally {
      setMaking(false);
    }
  }
  return { isMaking, make: () => void (isMaking || make()) };
}
