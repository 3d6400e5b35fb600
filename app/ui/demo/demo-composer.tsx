/* A replica of the composer with its real field. The surrounding page intercepts its buttons. */
import { ArrowUp, BookOpen, ChevronDown, Globe, Landmark, Paperclip, PenTool } from "lucide-react";
import { useState, type RefObject } from "react";
import { findModel } from "#core/models/models.ts";
import { ComposerField } from "../composer/composer-field.tsx";
import { worded, WordedIcon } from "../composer/worded-icon.tsx";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";

const tools = [
  { label: "Attach files", icon: <Paperclip />, className: "" },
  { label: "Search the web", icon: <WordedIcon icon={<Globe />} word="Web" />, className: worded },
  { label: "Choose knowledge sources", icon: <WordedIcon icon={<Landmark />} word="Sources" />, className: worded },
  { label: "StyleGuide", icon: <WordedIcon icon={<BookOpen />} word="StyleGuide" />, className: worded },
  { label: "Draft", icon: <WordedIcon icon={<PenTool />} word="Draft" />, className: worded },
];

type DemoComposerProps = { field: RefObject<HTMLTextAreaElement | null>; model: string; onAsk: () => void };

export function DemoComposer({ field, model, onAsk }: DemoComposerProps) {
  const [isBlank, setBlank] = useState(true);
  return (
    <form aria-label="Write to Stet" data-layout="centred" className="mx-auto w-full max-w-[800px]">
      <div className="@container rounded-xl border border-rule-strong/60 bg-raised transition-colors focus-within:border-blue/70">
        <ComposerField
          field={field}
          hasMessages={false}
          writingType={null}
          draftMode={false}
          onEnter={onAsk}
          onBlank={setBlank}
          onFiles={onAsk}
        />
        <input type="hidden" name="model" value={model} readOnly />
        <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1 px-2 pb-2">
          {tools.map(({ label, icon, className }) => (
            <IconButton key={label} label={label} icon={icon} size="small" className={className} />
          ))}
          <span className="ml-auto flex min-w-0 items-center gap-1">
            <Button variant="quiet" size="small" aria-haspopup="dialog" aria-label={`Model: ${findModel(model)?.name ?? model}`}>
              <span className="truncate">{findModel(model)?.name ?? model}</span>
              <ChevronDown className="text-ink-faint" />
            </Button>
            <IconButton label="Send" type="submit" variant="primary" icon={<ArrowUp />} disabled={isBlank} />
          </span>
        </div>
      </div>
    </form>
  );
}
