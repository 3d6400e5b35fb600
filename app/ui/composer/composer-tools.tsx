/* The options for the next message. A phone has room for two icons; a third opens the rest as a list. */
import {
  BookmarkPlus,
  BookOpen,
  FolderOpen,
  FolderSearch,
  Globe,
  Landmark,
  Paperclip,
  PenTool,
  SlidersHorizontal,
} from "lucide-react";
import { use, useRef, useState, type ReactNode } from "react";
import type { ChatChoices } from "#core/chat/chat.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { late } from "../kit/late.ts";
import { Popover } from "../kit/popover.tsx";
import { useHasOpened } from "../kit/use-has-opened.ts";
import type { ComposerFile } from "./uploads.ts";
import { WebSearchContext } from "./web-search-context.ts";
import { worded, WordedIcon } from "./worded-icon.tsx";

const sourceChoices = late(() => import("./source-choices.tsx"));
const StyleGuideSwitches = sourceChoices.part("StyleGuideSwitches");
const KnowledgeDialog = sourceChoices.part("KnowledgeDialog");
const OptionList = sourceChoices.part("OptionList");
const FilePicker = late(() => import("./file-picker.tsx")).part("FilePicker");
const PromptPicker = late(() => import("./prompt-picker.tsx")).part("PromptPicker");

type ComposerToolsProps = {
  choices: ChatChoices;
  /** Only a project has its own files to search. */
  isInProject: boolean;
  onChoose: (change: Partial<ChatChoices>) => void;
  onFiles: (files: ComposerFile[]) => void;
  /** Only the wide layout has prompts. */
  prompts: { current: () => string; onLoad: (text: string) => void } | null;
};

export type Opened = "knowledge" | "prompts" | "files" | null;

export function ComposerTools({ choices, isInProject, onChoose, onFiles, prompts }: ComposerToolsProps) {
  const [opened, setOpened] = useState<Opened>(null);
  const obstacle = use(WebSearchContext);
  const canSearchWeb = obstacle === null;
  const hasKnowledge = useHasOpened(opened === "knowledge");
  const hasFiles = useHasOpened(opened === "files");
  const hasPrompts = useHasOpened(opened === "prompts");
  // A table answers from itself.
  if (choices.review !== undefined) return null;
  return (
    <>
      <AttachButton onFiles={onFiles} />
      <IconButton
        label="Search the web"
        icon={<WordedIcon icon={<Globe />} word="Web" />}
        size="small"
        className={worded}
        pressed={choices.forceWebSearch && canSearchWeb}
        onClick={() => {
          onChoose({ forceWebSearch: !choices.forceWebSearch && canSearchWeb });
          if (obstacle !== null) void import("./web-search-obstacle.ts").then(({ tellObstacle }) => tellObstacle(obstacle));
        }}
      />
      <span className="contents max-sm:hidden">
        <InRow choices={choices} isInProject={isInProject} onChoose={onChoose} onOpen={setOpened} hasPrompts={prompts !== null} />
      </span>
      <span className="contents sm:hidden">
        <AsList choices={choices} isInProject={isInProject} onChoose={onChoose} onOpen={setOpened} hasPrompts={prompts !== null} />
      </span>
      {hasKnowledge && (
        <KnowledgeDialog
          open={opened === "knowledge"}
          onOpenChange={(open) => setOpened(open ? "knowledge" : null)}
          choices={choices}
          onChoose={onChoose}
        />
      )}
      {hasFiles && (
        <FilePicker open={opened === "files"} onOpenChange={(open) => setOpened(open ? "files" : null)} onPick={onFiles} />
      )}
      {prompts && hasPrompts && (
        <PromptPicker {...prompts} open={opened === "prompts"} onOpenChange={(open) => setOpened(open ? "prompts" : null)} />
      )}
    </>
  );
}

export type ToolsProps = Pick<ComposerToolsProps, "choices" | "isInProject" | "onChoose"> & {
  onOpen: (opened: Opened) => void;
  hasPrompts: boolean;
};

function InRow({ choices, isInProject, onChoose, onOpen, hasPrompts }: ToolsProps) {
  const { sources, draftMode, searchProjectFiles } = choices;
  return (
    <>
      {isInProject && (
        <IconButton
          label="Search project files"
          icon={<FolderSearch />}
          size="small"
          pressed={searchProjectFiles}
          onClick={() => onChoose({ searchProjectFiles: !searchProjectFiles })}
        />
      )}
      <IconButton
        label="Choose files"
        icon={<WordedIcon icon={<FolderOpen />} word="Files" />}
        size="small"
        className={worded}
        onClick={() => onOpen("files")}
      />
      <IconButton
        label="Choose knowledge sources"
        icon={<WordedIcon icon={<Landmark />} word="Sources" />}
        size="small"
        className={worded}
        pressed={hasChosen(choices)}
        onClick={() => onOpen("knowledge")}
      />
      <Popover
        title="StyleGuide"
        hideTitle
        side="top"
        className="w-64 p-3"
        trigger={
          <ToolButton label={`StyleGuide${sources.length > 0 ? `: ${sources.join(", ")}` : ""}`} isOn={sources.length > 0}>
            <BookOpen /> StyleGuide
            {sources.length > 0 && <span className="tabular-nums">{sources.length}</span>}
          </ToolButton>
        }
      >
        <StyleGuideSwitches sources={sources} onChange={(next) => onChoose({ sources: next })} />
      </Popover>
      <ToolButton label="Draft mode" isOn={draftMode} aria-pressed={draftMode} onClick={() => onChoose({ draftMode: !draftMode })}>
        <PenTool /> Draft
      </ToolButton>
      {hasPrompts && (
        <ToolButton label="Load prompt" isOn={false} onClick={() => onOpen("prompts")}>
          <BookmarkPlus /> Load prompt
        </ToolButton>
      )}
    </>
  );
}

/** In the dialog of knowledge sources. */
function hasChosen({ knowledgeSources, inForceOn, toolServers = [] }: ChatChoices): boolean {
  return knowledgeSources.length > 0 || inForceOn !== undefined || toolServers.length > 0;
}

function AsList({ choices, isInProject, onChoose, onOpen, hasPrompts }: ToolsProps) {
  const [open, setOpen] = useState(false);
  const { sources, draftMode, searchProjectFiles } = choices;
  function leaveFor(opened: Opened) {
    setOpen(false);
    onOpen(opened);
  }
  const isSearching = isInProject && searchProjectFiles;
  const isAnyOn = sources.length > 0 || hasChosen(choices) || draftMode || isSearching;
  return (
    <Popover
      title="Options"
      hideTitle
      side="top"
      className="w-72 p-3"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label="Options" icon={<SlidersHorizontal />} size="small" className={isAnyOn ? "bg-blue-soft text-blue" : ""} />
      }
    >
      <OptionList choices={choices} isInProject={isInProject} onChoose={onChoose} onOpen={leaveFor} hasPrompts={hasPrompts} />
    </Popover>
  );
}

type ToolButtonProps = React.ComponentProps<"button"> & { label: string; isOn: boolean; children: ReactNode };

function ToolButton({ label, isOn, children, ...rest }: ToolButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={label}
      data-on={isOn || undefined}
      className="data-on:bg-blue-soft data-on:text-blue"
      {...rest}
    >
      {children}
    </Button>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Attach files" icon={<Paperclip />} size="small" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
