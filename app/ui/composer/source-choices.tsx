/*
 * Where an answer may draw from: the style guides of jurisdictions, switched on
 * together or one by one, and the knowledge sources. Both are kept with the
 * form and travel with each message.
 */
import {
  isStyleGuideOn,
  shownJurisdictions,
  toggleJurisdiction,
  toggleStyleGuide,
  type JurisdictionCode,
} from "#core/jurisdictions.ts";
import { knowledgeSources } from "#core/knowledge-sources.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Switch } from "../kit/switch.tsx";
import { toggled } from "./form-state.ts";

type StyleGuideProps = { sources: JurisdictionCode[]; onChange: (sources: JurisdictionCode[]) => void };

export function StyleGuideSwitches({ sources, onChange }: StyleGuideProps) {
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
      {shownJurisdictions(sources).map(({ code, label, name }) => (
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
    </>
  );
}

type KnowledgeDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  chosen: string[];
  onChange: (chosen: string[]) => void;
};

export function KnowledgeDialog({ open, onOpenChange, chosen, onChange }: KnowledgeDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose knowledge sources"
      description="An answer may search these and cite what it finds."
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
            <Switch label={name} hint={description} checked={chosen.includes(id)} onChange={() => onChange(toggled(chosen, id))} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
