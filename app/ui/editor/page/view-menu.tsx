/* How the draft is shown: flowing or on A4 or Letter pages, focus mode, and authorship. */
import { Eye, Feather, FileText, Focus } from "lucide-react";
import { useState } from "react";
import type { DraftAsText } from "#core/document/draft.ts";
import { papers, type Paper } from "#core/document/paper.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "../../kit/menu.tsx";
import { showToast } from "../../kit/toast.tsx";
import { changeView, useViewChoices } from "./draft-view.ts";

type ViewMenuProps = { paper: Paper; canChange: boolean; onPaper: (paper: Paper) => void; onReport: () => void };

export function ViewMenu({ paper, canChange, onPaper, onReport }: ViewMenuProps) {
  const { isPages, isAuthorship } = useViewChoices();
  return (
    <Menu align="end" trigger={<IconButton label="View" icon={<Eye />} />}>
      <MenuChoices
        label="Show as"
        value={isPages ? "pages" : "text"}
        onChange={(value: "pages" | "text") => changeView({ isPages: value === "pages" })}
        options={[
          { value: "text", label: "Flowing text" },
          { value: "pages", label: "Pages" },
        ]}
      />
      {canChange && (
        <>
          <MenuSeparator />
          <MenuChoices
            label="Paper"
            value={paper}
            onChange={onPaper}
            options={(Object.keys(papers) as Paper[]).map((value) => ({ value, label: papers[value].label }))}
          />
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={<Focus />} shortcut="mod+shift+f" onSelect={() => changeView({ isFocus: true })}>
        Focus mode
      </MenuItem>
      <MenuItem icon={<Feather />} shortcut="mod+shift+a" onSelect={() => changeView({ isAuthorship: !isAuthorship })}>
        {isAuthorship ? "Hide authorship" : "Show authorship"}
      </MenuItem>
      <MenuItem icon={<FileText />} onSelect={onReport}>
        Authorship report
      </MenuItem>
    </Menu>
  );
}

/** The paper size belongs to the draft: it is the same for everyone and for exported files. */
export function usePaper(draft: DraftAsText): [Paper, (paper: Paper) => void] {
  const [paper, setPaper] = useState(draft.paper);
  async function change(next: Paper) {
    setPaper(next);
    try {
      await ask(`/api/drafts/${draft.id}`, { method: "PATCH", body: { paper: next } });
    } catch (error) {
      setPaper(paper);
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return [paper, (next) => void change(next)];
}
