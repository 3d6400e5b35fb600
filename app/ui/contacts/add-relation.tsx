/* Chooses what a contact is, and then to whom. */
import { useState } from "react";
import type { ContactSummary } from "#core/contacts/contact.ts";
import { relationSides, relationWords } from "#core/contacts/relation.ts";
import { SelectField } from "../developers/select-field.tsx";
import { ChooseContact } from "./choose-contact.tsx";

type AddProps = {
  id: string;
  name: string;
  onAdd: (other: ContactSummary, side: (typeof relationSides)[number]) => void;
  onClose: () => void;
};

export function AddRelation({ id, name, onAdd, onClose }: AddProps) {
  const [at, setAt] = useState(0);
  return (
    <ChooseContact
      title="Add a relation"
      description={`What “${name}” is, and then to whom.`}
      without={id}
      before={
        <SelectField
          label={name}
          value={String(at)}
          onChange={(event) => setAt(Number(event.currentTarget.value))}
          className="mb-3"
        >
          {relationSides.map((side, index) => (
            <option key={`${side.kind} ${side.isFrom}`} value={index}>
              {relationWords(side)}
            </option>
          ))}
        </SelectField>
      }
      onChoose={(other) => onAdd(other, relationSides[at]!)}
      onClose={onClose}
    />
  );
}
