/* Fills the fields of a party from a contact. */
import { ContactRound } from "lucide-react";
import { useState } from "react";
import { partyValues, type Contact, type ContactSummary } from "#core/contacts/contact.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { ChooseContact } from "./choose-contact.tsx";

type FillProps = { label: string; onFill: (values: ReturnType<typeof partyValues>) => void };

export function FillParty({ label, onFill }: FillProps) {
  const [isChoosing, setChoosing] = useState(false);
  async function fill({ id }: ContactSummary) {
    setChoosing(false);
    try {
      onFill(partyValues(await ask<Contact>(`/api/contacts/${id}`)));
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        className="float-right"
        aria-label={`${label}: fill from contacts`}
        onClick={() => setChoosing(true)}
      >
        <ContactRound /> From contacts
      </Button>
      {isChoosing && (
        <ChooseContact
          title="Fill from a contact"
          description={`Its name, number, address and signatory go into “${label}”.`}
          onChoose={(contact) => void fill(contact)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
