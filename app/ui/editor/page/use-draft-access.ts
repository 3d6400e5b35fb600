/*
 * What the reader may do in an open draft. It changes while the draft is open when the project's owner gives another
 * role or ends the share; the text stays on the page either way.
 */
import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useState } from "react";
import type { Draft } from "#core/document/draft.ts";
import type { Project } from "#core/workspace/project.ts";
import { ask, problemIn } from "../../ask.ts";
import { onUpdate } from "../../updates.ts";

export type AccessNews = "lost" | "given" | "unshared";
export type DraftAccess = { canChange: boolean; news: AccessNews | null };

export function useDraftAccess(draft: Draft, editor: Editor | null): DraftAccess {
  const [access, setAccess] = useState<DraftAccess>({ canChange: draft.canChange, news: null });
  const learn = useEffectEvent((project: Project | null) => {
    const may = project?.mayWrite === true;
    // Until the page is loaded again, an editor that was made for reading stays one.
    const canChange = may && draft.canChange;
    const news = project === null ? "unshared" : may === draft.canChange ? null : may ? "given" : "lost";
    if (canChange !== access.canChange || news !== access.news) setAccess({ canChange, news });
  });
  const askAgain = useEffectEvent(async () => {
    try {
      learn(await ask<Project>(`/api/projects/${draft.projectId}`));
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
