/* What can be done with a template besides filling it in. */
import { Archive, ArchiveRestore, BadgeCheck, CopyPlus, Download, Ellipsis, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { LibraryShelf } from "#core/templates/library.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { download } from "../chat/save-file.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../kit/menu.tsx";
import { late } from "../kit/late.ts";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import type { StandingFacts } from "./standing.tsx";
import { useStanding } from "./use-standing.ts";

const RetireDialog = late(() => import("./retire-dialog.tsx")).part("RetireDialog");

type TemplateMenuProps = {
  id: string;
  name: string;
  source: string;
  isBuiltIn: boolean;
  canChange: boolean;
  mayMake: boolean;
  removedTo?: string;
  /** Without it, the item can be neither approved nor retired. */
  standing?: StandingFacts;
  shelf?: LibraryShelf;
  /** Then a copy is, too. */
  isPrivate?: boolean;
};

export function TemplateMenu(props: TemplateMenuProps) {
  const { id, name, source, isBuiltIn, canChange, mayMake, standing, shelf = "templates" } = props;
  const place = useWorkspace();
  const navigate = useNavigate();
  const { copy, remove } = useActions(props);
  const [isRetiring, setRetiring] = useState(false);
  return (
    <>
      <Menu align="end" trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} />}>
        {canChange && (
          <MenuItem icon={<Pencil />} onSelect={() => void navigate(place.path(`/library/templates/${id}/edit`))}>
            Edit
          </MenuItem>
        )}
        {mayMake && (
          <MenuItem icon={<CopyPlus />} onSelect={() => void copy()}>
            {isBuiltIn ? "Make it your own" : "Duplicate"}
          </MenuItem>
        )}
        <MenuItem icon={<Download />} onSelect={() => download(`${fileName(name)}.md`, source)}>
          Download
        </MenuItem>
        {standing && !isBuiltIn && <StandingItems facts={standing} shelf={shelf} onRetire={() => setRetiring(true)} />}
        {canChange && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} danger onSelect={() => void remove()}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {standing && isRetiring && <Retiring facts={standing} name={name} shelf={shelf} onClose={() => setRetiring(false)} />}
    </>
  );
}

function useActions({ id, name, source, removedTo = "/library", isPrivate = false }: TemplateMenuProps) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  async function asked(work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  const bringBack = () =>
    asked(async () => {
      await ask(`/api/library/templates/${id}/bring-back`, { method: "POST", body: {} });
      await revalidate();
    });
  return {
    copy: () =>
      asked(async () => {
        const made = await ask<{ id: string }>("/api/library/templates", { body: { source, isPrivate } });
        await navigate(place.path(`/library/templates/${made.id}/edit`));
      }),
    remove: () =>
      asked(async () => {
        await ask(`/api/library/templates/${id}`, { method: "DELETE" });
        await navigate(place.path(removedTo));
        showToast({ kind: "success", text: `“${name}” deleted`, action: { label: "Undo", run: () => void bringBack() } });
      }),
  };
}

type StandingItemsProps = { facts: StandingFacts; shelf: LibraryShelf; onRetire: () => void };

function StandingItems({ facts, shelf, onRetire }: StandingItemsProps) {
  const { id, version, standing, canApprove, canChange } = facts;
  const { approve, withdraw, reinstate } = useStanding(id, standing);
  const isApprovable = canApprove && shelf !== "workflows" && standing.retired === null;
  if (!isApprovable && !canChange) return null;
  return (
    <>
      <MenuSeparator />
      {isApprovable && standing.status !== "approved" && (
        <MenuItem icon={<BadgeCheck />} onSelect={() => void approve(version)}>
          Approve
        </MenuItem>
      )}
      {isApprovable && standing.approved !== null && (
        <MenuItem icon={<RotateCcw />} onSelect={() => void withdraw()}>
          Withdraw approval
        </MenuItem>
      )}
      {canChange && standing.retired === null && (
        <MenuItem icon={<Archive />} onSelect={onRetire}>
          Retire…
        </MenuItem>
      )}
      {canChange && standing.retired !== null && (
        <MenuItem icon={<ArchiveRestore />} onSelect={() => void reinstate()}>
          Reinstate
        </MenuItem>
      )}
    </>
  );
}

type RetiringProps = { facts: StandingFacts; name: string; shelf: LibraryShelf; onClose: () => void };

function Retiring({ facts, ...rest }: RetiringProps) {
  const { retire } = useStanding(facts.id, facts.standing);
  return <RetireDialog id={facts.id} {...rest} onRetire={(successorId) => void retire(successorId)} />;
}

function fileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 80) || "template";
}
