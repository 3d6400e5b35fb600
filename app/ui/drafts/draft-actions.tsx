/* In the bar of an open draft: sharing its project, and what can be done with the draft as a whole. */
import { useNavigate } from "react-router";
import type { DraftAsText } from "#core/document/draft.ts";
import { late } from "../kit/late.ts";
import { useWorkspace } from "../shell/use-place.ts";

const ShareButton = late(() => import("../projects/share-button.tsx")).part("ShareButton");
const DraftMenu = late(() => import("./draft-menu.tsx")).part("DraftMenu");

type ActionsProps = {
  draft: DraftAsText;
  canChange: boolean;
  onSave: () => Promise<void>;
  onMoved: (projectId: string) => void;
};

export function DraftActions({ draft, canChange, onSave, onMoved }: ActionsProps) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const { projectId, projectName, isOwner, isMine, isUnfiled } = draft;
  return (
    <>
      {isOwner && !isUnfiled && <ShareButton project={{ id: projectId, name: projectName }} isNarrow />}
      {canChange && (isOwner || isMine) && (
        <DraftMenu
          draft={draft}
          onSave={onSave}
          onMoved={onMoved}
          onDeleted={() => void navigate(place.path(`/vault/projects/${projectId}`))}
        />
      )}
    </>
  );
}
