/*
 * Where an answer may draw from: the style guides of jurisdictions, switched on
 * together or one by one, and the knowledge sources. Both are kept with the
 * form and travel with each message.
 */
import { BookOpen, Landmark } from "lucide-react";
import { useState } from "react";
import { isStyleGuideOn, jurisdictions, toggleJurisdiction, toggleStyleGuide, type JurisdictionCode } from "#core/jurisdictions.ts";
import { knowledgeSources } from "#core/knowledge-sources.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Popover } from "../kit/popover.tsx";
import { Switch } from "../kit/switch.tsx";
import { toggled } from "./form-state.ts";

type StyleGuideProps = { sources: JurisdictionCode[]; onChange: (sources: JurisdictionCode[]) => void };

export function StyleGuideChoice({ sources, onChange }: StyleGuideProps) {
  const some = sources.length > 0;
  return (
    <Popover
      title="StyleGuide"
      hideTitle
      side="top"
      className="w-60 p-3"
      trigger={
        <Button
          variant="quiet"
          size="small"
          aria-label={`StyleGuide${some ? `: ${sources.join(", ")}` : ""}`}
          data-on={some || undefined}
          className={toolClass}
        >
          <BookOpen />
          <span className="max-sm:hidden">StyleGuide</span>
          {some && !isStyleGuideOn(sources) && <span className="text-xs tabular-nums">{sources.length}</span>}
        </Button>
      }
    >
      <Switch
        label={<span className="font-medium">StyleGuide</span>}
        hint="All jurisdictions"
        checked={isStyleGuideOn(sources)}
        onChange={() => onChange(toggleStyleGuide(sources))}
      />
      <div className="my-2 h-px bg-rule" />
      {jurisdictions.map(
        ({ code, label, name, hidden }) =>
          !hidden && (
            <Switch
              key={code}
              label={label}
              hint={label === name ? undefined : name}
              checked={sources.includes(code)}
              onChange={() => onChange(toggleJurisdiction(sources, code))}
            />
          ),
      )}
    </Popover>
  );
}

export function KnowledgeChoice({ chosen, onChange }: { chosen: string[]; onChange: (chosen: string[]) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label="Choose knowledge sources"
        icon={<Landmark />}
        size="small"
        pressed={chosen.length > 0}
        onClick={() => setOpen(true)}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Choose knowledge sources"
        description="An answer may search these and cite what it finds."
        size="medium"
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
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
                onChange={() => onChange(toggled(chosen, id))}
              />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

export const toolClass = "data-on:bg-blue-soft data-on:text-blue";
