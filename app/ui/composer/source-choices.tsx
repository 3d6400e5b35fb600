/*
 * The sources an answer may use: jurisdictions' style guides, toggled together or
 * one by one, and knowledge sources. Both are stored with the form and sent with
 * each message.
 */
import { BookmarkPlus, FolderOpen, Landmark } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import {
  isStyleGuideOn,
  jurisdictionCodes,
  shownJurisdictions,
  toggleJurisdiction,
  toggleStyleGuide,
  type JurisdictionCode,
} from "#core/law/jurisdictions.ts";
import type { ChatChoices } from "#core/chat/chat.ts";
import { knowledgeSources } from "#core/law/knowledge-sources.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Switch } from "../kit/switch.tsx";
import { TextField } from "../kit/text-field.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { ToolServerSwitches } from "../tool-servers/tool-server-switches.tsx";
import type { ToolsProps } from "./composer-tools.tsx";
import { toggled } from "./form-state.ts";

type StyleGuideProps = { sources: JurisdictionCode[]; onChange: (sources: JurisdictionCode[]) => void };

export function StyleGuideSwitches({ sources, onChange }: StyleGuideProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = shownJurisdictions(isWhole ? jurisdictionCodes : sources);
  return (
    <>
      <Switch
        label={
          <>
            <span className="font-medium">StyleGuide</span> <span className="text-ink-faint">all of them</span>
          </>
        }
        checked={isStyleGuideOn(sources)}
        onChange={() => onChange(toggleStyleGuide(sources))}
      />
      <div className="my-2 h-px bg-rule" />
      {shown.map(({ code, label, name }) => (
        <Switch
          key={code}
          label={
            <>
              <span className="inline-block w-7">{label}</span> <span className="text-ink-faint">{name}</span>
            </>
          }
          checked={sources.includes(code)}
          onChange={() => onChange(toggleJurisdiction(sources, code))}
        />
      ))}
      {shown.length < jurisdictionCodes.length && (
        <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
          More jurisdictions
        </Button>
      )}
    </>
  );
}

type KnowledgeDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  choices: ChatChoices;
  onChoose: (change: Partial<ChatChoices>) => void;
};

export function KnowledgeDialog({ open, onOpenChange, choices, onChoose }: KnowledgeDialogProps) {
  const { knowledgeSources: chosen, inForceOn = "", toolServers = [] } = choices;
  const place = useWorkspace();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose knowledge sources"
      description="Answers can search these and cite what they find."
      size="medium"
      footer={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      }
    >
      <ul className="divide-y divide-rule">
        {knowledgeSources.map(({ id, name, description }) => (
          <li key={id} className="py-2">
            <Switch
              label={name}
              hint={description}
              checked={chosen.includes(id)}
              onChange={() => onChoose({ knowledgeSources: toggled(chosen, id) })}
            />
          </li>
        ))}
      </ul>
      <TextField
        type="date"
        label="Law in force on"
        hint="Provisions are searched and cited as worded on that day. If that wording isn’t stored, the answer says so. Leave empty for current law."
        value={inForceOn}
        onChange={(event) => onChoose({ inForceOn: event.currentTarget.value || undefined })}
        className="mt-4 sm:max-w-xs"
      />
      {open && <ToolServerSwitches chosen={toolServers} onChange={(next) => onChoose({ toolServers: next })} />}
      <p className="mt-4 text-sm text-ink-soft">
        <Link to={place.path("/settings/account/law")} className="text-blue touch-target hover:underline">
          How current is the law?
        </Link>
      </p>
    </Dialog>
  );
}

/** What a wide composer has in a row. */
export function OptionList({ choices, isInProject, onChoose, onOpen, hasPrompts }: ToolsProps) {
  const { sources, draftMode, searchProjectFiles } = choices;
  return (
    <>
      <Switch label="Draft mode" checked={draftMode} onChange={(next) => onChoose({ draftMode: next })} />
      {isInProject && (
        <Switch
          label="Search project files"
          checked={searchProjectFiles}
          onChange={(next) => onChoose({ searchProjectFiles: next })}
        />
      )}
      <div className="my-2 h-px bg-rule" />
      <StyleGuideSwitches sources={sources} onChange={(next) => onChoose({ sources: next })} />
      <div className="my-2 h-px bg-rule" />
      <Button variant="quiet" className="w-full justify-start!" onClick={() => onOpen("files")}>
        <FolderOpen /> Choose files
      </Button>
      <Button variant="quiet" className="w-full justify-start!" onClick={() => onOpen("knowledge")}>
        <Landmark /> Choose knowledge sources
      </Button>
      {hasPrompts && (
        <Button variant="quiet" className="w-full justify-start!" onClick={() => onOpen("prompts")}>
          <BookmarkPlus /> Load prompt
        </Button>
      )}
    </>
  );
}
