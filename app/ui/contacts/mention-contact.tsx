/* A contact as context of a message: chosen, shown in the words that leave, and attached as a file that answers can cite. */
import { useEffect, useState } from "react";
import { contactFacts, contactFactsText, isPrivateFact, type ContactFact } from "#core/contacts/contact-facts.ts";
import type { Contact } from "#core/contacts/contact.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";
import { ChooseContact } from "./choose-contact.tsx";

type MentionProps = {
  /** Null: it is chosen first. */
  contactId: string | null;
  onAdd: (file: File, name: string) => void;
  onClose: () => void;
};

export function MentionContact({ contactId, onAdd, onClose }: MentionProps) {
  const [chosen, setChosen] = useState(contactId);
  if (chosen === null)
    return (
      <ChooseContact
        title="Mention a contact"
        description="You see what the model is given before it is added."
        onChoose={({ id }) => setChosen(id)}
        onClose={onClose}
      />
    );
  return <Facts id={chosen} onAdd={onAdd} onClose={onClose} />;
}

function Facts({ id, onAdd, onClose }: Omit<MentionProps, "contactId"> & { id: string }) {
  const contact = useContact(id, onClose);
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const facts = contact === null ? [] : contactFacts(contact);
  const isLeft = (fact: ContactFact) => !(changed.get(fact.label) ?? !isPrivateFact(fact));
  const text = contact === null ? "" : contactFactsText(contact, new Set(facts.filter(isLeft).map(({ label }) => label)));
  function add() {
    if (contact === null) return;
    const name = `Contact ${contact.name.replaceAll(/[\\/:*?"<>|\s]+/g, " ").trim()}.txt`;
    onAdd(new File([text], name, { type: "text/plain" }), contact.name);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={contact === null ? "Mention a contact" : `Mention “${contact.name}”`}
      description="The model is given this with your message, and nothing else of the contact."
      size="medium"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={contact === null} onClick={add}>
            Add to message
          </Button>
        </>
      }
    >
      {contact === null && <Spinner className="mx-auto my-10 size-6 text-ink-soft" />}
      {contact !== null && (
        <>
          <FactChoices
            facts={facts}
            isLeft={isLeft}
            onChange={(label, isSaid) => setChanged(new Map([...changed, [label, isSaid]]))}
          />
          <pre
            dir="auto"
            tabIndex={0}
            role="group"
            aria-label="What the model is given"
            className="scroll-thin mt-4 max-h-64 overflow-y-auto rounded-lg border border-rule bg-wash p-3 font-sans text-sm break-words whitespace-pre-wrap"
          >
            {text}
          </pre>
        </>
      )}
    </Dialog>
  );
}

type ChoicesProps = {
  facts: readonly ContactFact[];
  isLeft: (fact: ContactFact) => boolean;
  onChange: (label: string, isSaid: boolean) => void;
};

function FactChoices({ facts, isLeft, onChange }: ChoicesProps) {
  // Its name is what it is mentioned by; numbers of one kind are said or left together.
  const offered = facts.filter(({ label }, at) => at > 0 && facts.findIndex((one) => one.label === label) === at);
  return (
    <fieldset>
      <legend className="group-label">What is said</legend>
      <div className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {offered.map((fact) => (
          <label key={fact.label} className="flex min-h-8 items-center gap-2 touch-target">
            <input
              type="checkbox"
              checked={!isLeft(fact)}
              onChange={(event) => onChange(fact.label, event.currentTarget.checked)}
              className="size-4 accent-blue"
            />
            {fact.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function useContact(id: string, onFail: () => void): Contact | null {
  const [contact, setContact] = useState<Contact | null>(null);
  useEffect(() => {
    let isHere = true;
    ask<Contact>(`/api/contacts/${id}`).then(
      (found) => isHere && setContact(found),
      (error: unknown) => {
        if (!isHere) return;
        showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
        onFail();
      },
    );
    return () => void (isHere = false);
    // oxlint-disable-next-line react/exhaustive-deps -- a new function is no reason to read it again
  }, [id]);
  return contact;
}
