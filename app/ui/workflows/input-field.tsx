/* A field for an input of a workflow, as its type wants it. */
import { ContactRound } from "lucide-react";
import { useState } from "react";
import type { GivenInput } from "#core/requests/workflows.ts";
import type { WorkflowInput } from "#core/workflows/workflow.ts";
import { ChooseContact } from "../contacts/choose-contact.tsx";
import { SelectField } from "../developers/select-field.tsx";
import { Button } from "../kit/button.tsx";
import { TextArea } from "../kit/text-area.tsx";
import { TextField } from "../kit/text-field.tsx";

type Named = { id: string; name: string };
/** What may be chosen: of the project, and of the library. */
export type Choices = { files: Named[]; drafts: Named[]; templates: Named[]; playbooks: Named[] };
type FieldProps = { input: WorkflowInput; choices: Choices; onChange: (value: GivenInput | null) => void };

export function InputField({ input, choices, onChange }: FieldProps) {
  const { type, isOptional } = input;
  const label = isOptional ? `${input.label} (optional)` : input.label;
  const text = (value: string) => onChange(value.trim() === "" ? null : { text: value });
  switch (type) {
    case "long text":
      return <TextArea label={label} rows={5} onChange={(event) => text(event.currentTarget.value)} />;
    case "date":
      return <TextField label={label} type="date" onChange={(event) => text(event.currentTarget.value)} />;
    case "number":
      return <TextField label={label} inputMode="decimal" onChange={(event) => text(event.currentTarget.value)} />;
    case "yes/no":
    case "choice":
      return <Chosen label={label} options={type === "choice" ? input.options : ["yes", "no"]} onChange={text} />;
    case "file":
    case "draft":
      return <OneDocument label={label} choices={choices} isDraft={type === "draft"} onChange={onChange} />;
    case "files":
      return <Files label={label} files={choices.files} onChange={onChange} />;
    case "contact":
      return <Contact label={label} onChange={onChange} />;
    case "template":
    case "playbook":
      return <Item label={label} items={type === "template" ? choices.templates : choices.playbooks} onChange={onChange} />;
    case "text":
      return <TextField label={label} onChange={(event) => text(event.currentTarget.value)} />;
  }
}

function Chosen({ label, options, onChange }: { label: string; options: readonly string[]; onChange: (value: string) => void }) {
  return (
    <SelectField label={label} defaultValue="" onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">Choose</option>
      {options.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  );
}

function Item({ label, items, onChange }: { label: string; items: readonly Named[]; onChange: FieldProps["onChange"] }) {
  const choose = (itemId: string) => onChange(itemId === "" ? null : { itemId });
  return (
    <SelectField label={label} defaultValue="" onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">Choose</option>
      {items.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

const pasting = "paste";

type DocumentProps = { label: string; choices: Choices; isDraft: boolean; onChange: FieldProps["onChange"] };

function OneDocument({ label, choices: { files, drafts }, isDraft, onChange }: DocumentProps) {
  const hasChoice = drafts.length > 0 || (!isDraft && files.length > 0);
  const [isPasting, setPasting] = useState(!hasChoice);
  function choose(value: string) {
    setPasting(value === pasting);
    const [kind, id = ""] = value.split(" ");
    onChange(kind === "file" ? { fileId: id } : kind === "draft" ? { draftId: id } : null);
  }
  return (
    <div className="flex flex-col gap-2">
      {hasChoice && (
        <SelectField label={label} defaultValue="" onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">Choose</option>
          <option value={pasting}>Paste its text</option>
          {!isDraft && <Options label="Files" kind="file" items={files} />}
          <Options label="Drafts" kind="draft" items={drafts} />
        </SelectField>
      )}
      {(isPasting || !hasChoice) && (
        <TextArea
          label={hasChoice ? `${label}: text` : label}
          hideLabel={hasChoice}
          rows={7}
          placeholder="Paste the text"
          hint={hasChoice ? undefined : "Paste the text, or choose a project above to take one of its documents."}
          onChange={(event) => onChange(event.currentTarget.value.trim() === "" ? null : { pasted: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

function Options({ label, kind, items }: { label: string; kind: string; items: readonly Named[] }) {
  if (items.length === 0) return null;
  return (
    <optgroup label={label}>
      {items.map(({ id, name }) => (
        <option key={id} value={`${kind} ${id}`}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

function Files({ label, files, onChange }: { label: string; files: readonly Named[]; onChange: FieldProps["onChange"] }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  function set(ids: readonly string[]) {
    setChosen(ids);
    onChange(ids.length === 0 ? null : { fileIds: [...ids] });
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      {files.length === 0 ? (
        <p className="text-ink-faint">Choose a project above that has files.</p>
      ) : (
        <div className="scroll-thin max-h-60 overflow-y-auto rounded-lg border border-rule-strong bg-paper px-3 py-1.5">
          {files.map(({ id, name }) => (
            <label key={id} className="flex min-h-9 items-center gap-2.5 touch-target">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) => set(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
              />
              <span dir="auto" className="truncate">
                {name}
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}

function Contact({ label, onChange }: { label: string; onChange: FieldProps["onChange"] }) {
  const [isChoosing, setChoosing] = useState(false);
  const [name, setName] = useState("");
  return (
    <div>
      <TextField
        label={label}
        value={name}
        autoComplete="off"
        hint="A name, or one of your contacts with everything a template needs."
        onChange={(event) => {
          const { value } = event.currentTarget;
          setName(value);
          onChange(value.trim() === "" ? null : { text: value });
        }}
      />
      <Button size="small" variant="quiet" className="mt-1" onClick={() => setChoosing(true)}>
        <ContactRound /> From contacts
      </Button>
      {isChoosing && (
        <ChooseContact
          title={label}
          onChoose={(contact) => {
            setName(contact.name);
            onChange({ contactId: contact.id });
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
