/* Registration numbers; below each stands what is wrong with it, once it has been left. */
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { contactLimits } from "#core/contacts/contact.ts";
import {
  identifierKinds,
  identifierWords,
  readIdentifier,
  type ContactIdentifier,
  type IdentifierKind,
} from "#core/contacts/identifiers.ts";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { TextField } from "../kit/text-field.tsx";

type FieldsProps = {
  identifiers: readonly ContactIdentifier[];
  onChange: (identifiers: ContactIdentifier[]) => void;
  /** Everything has been looked at, as when the contact is to be saved. */
  isComplaining: boolean;
};

/** A sentence for each, or null. */
export function refusalsOf(identifiers: readonly ContactIdentifier[]): (string | null)[] {
  return identifiers.map(({ kind, value }) => {
    const read = value.trim() === "" ? null : readIdentifier(kind, value);
    return read === null || read.ok ? null : read.note;
  });
}

export function IdentifierFields({ identifiers, onChange, isComplaining }: FieldsProps) {
  const refusals = refusalsOf(identifiers);
  const changed = (at: number, one: ContactIdentifier) => onChange(identifiers.map((other, here) => (here === at ? one : other)));
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Registration numbers</legend>
      <div className="flex flex-col gap-3">
        {identifiers.map((one, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have no ids, and are only added at the end
          <div key={at} className="flex items-start gap-2 [&>button]:mt-1">
            <Identifier
              identifier={one}
              refusal={refusals[at] ?? null}
              isComplaining={isComplaining}
              onChange={(next) => changed(at, next)}
            />
            <IconButton
              label={`Remove ${identifierWords[one.kind].label}`}
              icon={<X />}
              onClick={() => onChange(identifiers.filter((_, here) => here !== at))}
            />
          </div>
        ))}
        {identifiers.length < contactLimits.identifiers && (
          <Button
            size="small"
            className="self-start"
            onClick={() => onChange([...identifiers, { kind: nextKind(identifiers), value: "" }])}
          >
            <Plus /> Add a number
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function nextKind(identifiers: readonly ContactIdentifier[]): IdentifierKind {
  return identifierKinds.find((kind) => identifiers.every((one) => one.kind !== kind)) ?? "other";
}

type IdentifierProps = {
  identifier: ContactIdentifier;
  refusal: string | null;
  isComplaining: boolean;
  onChange: (identifier: ContactIdentifier) => void;
};

function Identifier({ identifier: { kind, value }, refusal, isComplaining, onChange }: IdentifierProps) {
  const [isLeft, setLeft] = useState(value !== "");
  return (
    <div className="grid flex-1 gap-2 sm:grid-cols-[15rem_1fr]">
      <select
        aria-label="Kind of number"
        value={kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as IdentifierKind, value })}
        className="h-10 w-full rounded-lg border border-rule-strong bg-paper px-2.5 max-sm:text-base pointer-coarse:h-11"
      >
        {identifierKinds.map((one) => (
          <option key={one} value={one}>
            {identifierWords[one].label}
          </option>
        ))}
      </select>
      <TextField
        label={identifierWords[kind].label}
        hideLabel
        value={value}
        placeholder={identifierWords[kind].example}
        maxLength={contactLimits.line}
        autoComplete="off"
        error={refusal !== null && (isLeft || isComplaining) ? refusal : undefined}
        onBlur={() => {
          setLeft(true);
          const read = readIdentifier(kind, value);
          if (read.ok) onChange({ kind, value: read.value });
        }}
        onChange={(event) => onChange({ kind, value: event.currentTarget.value })}
      />
    </div>
  );
}
