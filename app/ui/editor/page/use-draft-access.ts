/*
 * What the reader may do in an open draft. It changes while the draft is open when the project's owner gives another
 * role or ends the share, and when the draft is moved; the text stays on the page either way.
 */
import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useState } from "react";
import type { Draft, DraftAsText } from "#core/document/draft.ts";
import type { Project } from "#core/workspace/project.ts";
import { ask, problemIn } from "../../ask.ts";
import { onUpdate } from "../../updates.ts";

export type AccessNews = "lost" | "given" | "unshared" | "may-suggest" | "may-not-suggest";
export type DraftAccess = { canChange: boolean; mayPropose: boolean; news: AccessNews | null };

/** `onMoved`: it is in another project now, which the reader sees too. */
export function useDraftAccess(draft: DraftAsText, editor: Editor | null, onMoved: (projectId: string) => void): DraftAccess {
  const { canChange, mayPropose } = draft;
  const [access, setAccess] = useState<DraftAccess>({ canChange, mayPropose, news: null });
  const learn = useEffectEvent((project: Pick<Project, "mayWrite" | "mayPropose"> | null) => {
    const may = project?.mayWrite === true;
    const now: DraftAccess = {
      // Until the page is loaded again, an editor that was made for reading stays one.
      canChange: may && draft.canChange,
      mayPropose: project?.mayPropose === true,
      news: project === null ? "unshared" : may === draft.canChange ? null : may ? "given" : "lost",
    };
    if (project !== null && now.news === null && now.mayPropose !== draft.mayPropose)
      now.news = now.mayPropose ? "may-suggest" : "may-not-suggest";
    if (JSON.stringify(now) !== JSON.stringify(access)) setAccess(now);
  });
  const askAgain = useEffectEvent(async () => {
    try {
      const { projectId, canChange: mayWrite, mayPropose: may } = await ask<Draft>(`/api/drafts/${draft.id}`);
      if (projectId === draft.projectId) learn({ mayWrite, mayPropose: may });
      else onMoved(projectId);
    } catch (error) {
      if (problemIn(error).code === "not-found") learn(null);
    }
  });
  useEffect(
    () =>
      onUpdate((update) => {
        if (update.type === "project" && update.project.id === draft.projectId) learn(update.project);
        if (update.type === "project-removed" && update.id === draft.projectId) learn(null);
        if (update.type === "access" || update.type === "reconnected") void askAgain();
      }),
    [draft.projectId],
  );
  useEffect(() => {
    if (editor && editor.isEditable !== access.canChange) editor.setEditable(access.canChange);
  }, [editor, access.canChange]);
  return access;
}
