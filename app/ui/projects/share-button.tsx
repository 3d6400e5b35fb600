/* Opens the sharing of a project, wherever its owner is in it. */
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "../kit/button.tsx";
import { late } from "../kit/late.ts";
import { useHasOpened } from "../kit/use-has-opened.ts";

const ShareProjectDialog = late(() => import("./share-project-dialog.tsx")).part("ShareProjectDialog");

/** `isNarrow`: in a container that is not wide, the sign alone. */
export function ShareButton({ project, isNarrow = false }: { project: { id: string; name: string }; isNarrow?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useHasOpened(isOpen);
  return (
    <>
      <Button size="small" variant="quiet" aria-label="Share project" onClick={() => setOpen(true)}>
        <UserPlus /> <span className={isNarrow ? "@max-4xl:hidden" : ""}>Share</span>
      </Button>
      {hasOpened && <ShareProjectDialog open={isOpen} onClose={() => setOpen(false)} project={project} />}
    </>
  );
}
