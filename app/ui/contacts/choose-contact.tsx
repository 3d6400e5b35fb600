/* A dialog in which a contact is found and chosen. */
import { Search } from "lucide-react";
import { useState, type ReactNode } from "react";
import { roleWords, type ContactSummary } from "#core/contacts/contact.ts";
import { Dialog } from "../kit/dialog.tsx";
import { TextField } from "../kit/text-field.tsx";
import { useContactSearch } from "./use-contact-search.ts";

type ChooseProps = {
  title: string;
  description?: ReactNode;
  /** Not offered. */
  without?: string;
  /** Above the search. */
  before?: ReactNode;
  onChoose: (contact: ContactSummary) => void;
  onClose: () => void;
};

export function ChooseContact({ title, description, without, before, onChoose, onClose }: ChooseProps) {
  const [query, setQuery] = useState("");
  const { contacts, isLoading } = useContactSearch(query, true);
  const offered = contacts.filter(({ id }) => id !== without);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description} size="small" isHigh>
      {before}
      <TextField
        label="Search contacts"
        hideLabel
        type="search"
        placeholder="Search contacts"
        value={query}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setQuery(event.currentTarget.value)}
        start={<Search />}
      />
      <ul aria-label="Contacts" aria-busy={isLoading || undefined} className="scroll-thin mt-3 max-h-80 min-h-24 overflow-y-auto">
        {offered.map((contact) => (
          <li key={contact.id}>
            <button
              type="button"
              onClick={() => onChoose(contact)}
              className="flex w-full flex-col rounded-lg px-3 py-2 text-left hover:bg-wash"
            >
              <span dir="auto" className="w-full truncate">
                {contact.name}
              </span>
              <span className="w-full truncate text-xs text-ink-faint">
                {[...contact.roles.map((role) => roleWords[role]), ...contact.emails.slice(0, 1)].join(" · ")}
              </span>
            </button>
          </li>
        ))}
        {!isLoading && offered.length === 0 && <li className="px-3 py-2 text-ink-soft">No matching contacts</li>}
      </ul>
    </Dialog>
  );
}
