/*
 * The sources an answer may use: jurisdictions' style guides, toggled together or
 * one by one, and knowledge sources. Both are stored with the form and sent with
 * each message.
 */
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
import { knowledgeSources } from "#core/law/knowledge-sources.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Switch } from "../kit/switch.tsx";
import { TextField } from "../kit/text-field.tsx";
import { useWorkspace } from "../shell/use-place.ts";
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
  chosen: string[];
  onChange: (chosen: string[]) => void;
  /** A date, as 2026-11-20; "" for current law. */
  inForceOn: string;
  onInForceOn: (day: string) => void;
};

export function KnowledgeDialog({ open, onOpenChange, chosen, onChange, inForceOn, onInForceOn }: KnowledgeDialogProps) {
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
            <Switch label={name} hint={description} checked={chosen.includes(id)} onChange={() => onChange(toggled(chosen, id))} />
          </li>
        ))}
      </ul>
      <TextField
        type="date"
        label="Law in force on"
        hint="Each provision is searched and cited in its wording of that day; where that is not stored, the answer says so. Empty: the present law."
        value={inForceOn}
        onChange={(event) => onInForceOn(event.currentTarget.value)}
        className="mt-4 sm:max-w-xs"
      />
      <p className="mt-4 text-sm text-ink-soft">
        <Link to={place.path("/settings/account/law")} className="text-blue touch-target hover:underline">
          How current is the law?
        </Link>
      </p>
    </Dialog>
  );
}
