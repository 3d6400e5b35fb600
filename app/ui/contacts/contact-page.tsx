/* A contact as a form: everything that is known of it can be changed in place. */
import { ArrowLeft, GitMerge, Trash2 } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import {
  contactKinds,
  contactLimits,
  contactRoles,
  kindWords,
  roleWords,
  type Contact,
  type ContactFields,
  type ContactKind,
} from "#core/contacts/contact.ts";
import type { ContactIdentifier } from "#core/contacts/identifiers.ts";
import { languageName, readLanguages } from "#core/contacts/languages.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { TextArea } from "../kit/text-area.tsx";
import { TextField } from "../kit/text-field.tsx";
import { late } from "../kit/late.ts";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { IdentifierFields, refusalsOf } from "./identifier-fields.tsx";
import { MergeContact } from "./merge-contact.tsx";
import { Relations } from "./relations.tsx";

const ContactPlaces = late(() => import("./contact-places.tsx")).part("ContactPlaces");
// Seldom used, and below everything else.
const PersonalData = late(() => import("./erase-contact.tsx")).part("PersonalData");

type Shown = ContactFields & Pick<Contact, "version" | "merged" | "relations"> & { id: string | null };

export function ContactPage({ contact }: { contact: Shown }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [kind, setKind] = useState<ContactKind>(contact.kind);
  const [identifiers, setIdentifiers] = useState<ContactIdentifier[]>(contact.identifiers);
  const [isPending, setPending] = useState(false);
  const [isComplaining, setComplaining] = useState(false);
  const [nameError, setNameError] = useState<string>();
  const [languageError, setLanguageError] = useState<string>();

  async function save(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const { unknown, ...fields } = fieldsIn(event.currentTarget, {
      kind,
      identifiers: identifiers.filter(({ value }) => value.trim() !== ""),
    });
    setNameError(fields.name === "" ? "A contact needs a name." : undefined);
    setLanguageError(unknown === undefined ? undefined : `“${unknown}” is not a language that is known here.`);
    setComplaining(true);
    if (fields.name === "" || unknown !== undefined || refusalsOf(fields.identifiers).some((refusal) => refusal !== null)) return;
    setPending(true);
    try {
      if (contact.id === null) {
        await ask("/api/contacts", { body: fields });
        await navigate(place.path("/contacts"));
      } else {
        await ask(`/api/contacts/${contact.id}`, { method: "PUT", body: { version: contact.version, fields } });
        await revalidate();
      }
      showToast({ kind: "success", text: `“${fields.name}” saved` });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setPending(false);
    }
  }

  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-180 px-5 pt-6 pb-20">
        <Link
          to={place.path("/contacts")}
          className="-ml-2 inline-flex h-9 items-center gap-2 rounded-lg px-2 text-ink-soft touch-target hover:bg-wash hover:text-ink [&_svg]:size-4"
        >
          <ArrowLeft aria-hidden="true" /> Contacts
        </Link>
        <header className="mt-2 flex flex-wrap items-start justify-between gap-4">
          <h1 dir="auto" className="min-w-0 font-serif text-display break-words">
            {contact.id === null ? "New contact" : contact.name}
          </h1>
          {contact.id !== null && <Actions id={contact.id} name={contact.name} />}
        </header>
        <form onSubmit={(event) => void save(event)} className="mt-6 flex flex-col gap-6" noValidate>
          <Kind kind={kind} onChange={setKind} />
          <TextField
            label="Name"
            name="name"
            defaultValue={contact.name}
            maxLength={contactLimits.name}
            autoComplete="off"
            error={nameError}
            hint={kind === "company" ? "The registered name, with its legal form: Kanalbolaget AB." : "Given name first."}
          />
          <Roles roles={contact.roles} />
          {kind === "company" && (
            <IdentifierFields identifiers={identifiers} onChange={setIdentifiers} isComplaining={isComplaining} />
          )}
          <div className="grid gap-6 sm:grid-cols-2">
            <TextArea
              label="Email addresses"
              name="emails"
              rows={2}
              defaultValue={contact.emails.join("\n")}
              hint="One per line."
            />
            <TextArea label="Phone numbers" name="phones" rows={2} defaultValue={contact.phones.join("\n")} hint="One per line." />
          </div>
          <div className="grid gap-6 sm:grid-cols-[1fr_8rem]">
            <TextArea
              label="Address"
              name="address"
              rows={3}
              maxLength={contactLimits.address}
              defaultValue={contact.address}
              hint="As on an envelope."
            />
            <TextField
              label="Country"
              name="country"
              defaultValue={contact.country}
              maxLength={2}
              pattern="[A-Za-z]{2}"
              autoComplete="off"
              placeholder="SE"
              hint="Two-letter code."
            />
          </div>
          <TextField
            label="Languages"
            name="languages"
            defaultValue={contact.languages.map(languageName).join(", ")}
            autoComplete="off"
            error={languageError}
            placeholder="Swedish, English"
            hint="Separated by commas, the preferred one first."
          />
          {kind === "company" && (
            <TextField
              label="Who signs"
              name="signatory"
              defaultValue={contact.signatory}
              maxLength={contactLimits.line}
              autoComplete="off"
              placeholder="Anna Berg, Managing Director"
            />
          )}
          <TextField
            label="Tags"
            name="tags"
            defaultValue={contact.tags.join(", ")}
            autoComplete="off"
            hint="Separated by commas."
          />
          <TextArea label="Notes" name="notes" rows={4} maxLength={contactLimits.notes} defaultValue={contact.notes} />
          <div className="flex justify-end gap-2">
            <Button onClick={() => void navigate(place.path("/contacts"))}>Cancel</Button>
            <Button type="submit" variant="primary" pending={isPending}>
              {contact.id === null ? "Create contact" : "Save"}
            </Button>
          </div>
        </form>
        {contact.id !== null && <Relations id={contact.id} name={contact.name} relations={contact.relations} />}
        {contact.id !== null && <ContactPlaces id={contact.id} name={contact.name} />}
        {contact.id !== null && <PersonalData id={contact.id} name={contact.name} version={contact.version} />}
        {contact.id !== null && contact.merged.length > 0 && <Merged id={contact.id} merged={contact.merged} />}
      </div>
    </main>
  );
}

type Entered = ContactFields & { /** The first word that is no language. */ unknown: string | undefined };

function fieldsIn(form: HTMLFormElement, given: Pick<ContactFields, "kind" | "identifiers">): Entered {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "").trim();
  const split = (name: string, by: RegExp) => [
    ...new Set(
      text(name)
        .split(by)
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ];
  const { languages, unused } = readLanguages(split("languages", /[,;\n]/));
  return {
    ...given,
    languages,
    unknown: unused[0],
    identifiers: given.kind === "company" ? given.identifiers : [],
    name: text("name"),
    roles: contactRoles.filter((role) => data.getAll("roles").includes(role)),
    emails: split("emails", /[\n,;]/),
    phones: split("phones", /[\n;]/),
    address: text("address"),
    country: text("country").toUpperCase(),
    signatory: text("signatory"),
    tags: split("tags", /[,;\n]/),
    notes: text("notes"),
  };
}

function Kind({ kind, onChange }: { kind: ContactKind; onChange: (kind: ContactKind) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Kind</legend>
      <div className="flex flex-wrap gap-2">
        {contactKinds.map((one) => (
          <label key={one} className={chipClass}>
            <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => onChange(one)} className="sr-only" />
            {kindWords[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Roles({ roles }: Pick<ContactFields, "roles">) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Roles</legend>
      <div className="flex flex-wrap gap-2">
        {contactRoles.map((role) => (
          <label key={role} className={chipClass}>
            <input type="checkbox" name="roles" value={role} defaultChecked={roles.includes(role)} className="sr-only" />
            {roleWords[role]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Actions({ id, name }: { id: string; name: string }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [isMerging, setMerging] = useState(false);

  async function bringBack() {
    try {
      await ask(`/api/contacts/${id}/bring-back`, { method: "POST", body: {} });
      await revalidate();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  async function remove() {
    try {
      await ask(`/api/contacts/${id}`, { method: "DELETE" });
      await navigate(place.path("/contacts"));
      showToast({ kind: "success", text: `“${name}” deleted`, action: { label: "Undo", run: () => void bringBack() } });
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setMerging(true)}>
        <GitMerge /> Merge
      </Button>
      <Button onClick={() => void remove()}>
        <Trash2 /> Delete
      </Button>
      {isMerging && <MergeContact id={id} name={name} onClose={() => setMerging(false)} />}
    </div>
  );
}

function Merged({ id, merged }: { id: string; merged: Contact["merged"] }) {
  const { revalidate } = useRevalidator();
  async function separate(otherId: string) {
    try {
      await ask(`/api/contacts/${id}/separate`, { body: { otherId } });
      await revalidate();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <section aria-label="Merged contacts" className="mt-10">
      <h2 className="group-label">Merged into this one</h2>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {merged.map((other) => (
          <li key={other.id} className="flex items-center justify-between gap-3 py-2">
            <span dir="auto" className="min-w-0 truncate">
              {other.name}
            </span>
            <Button size="small" variant="quiet" onClick={() => void separate(other.id)}>
              Separate
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const chipClass =
  "flex h-9 cursor-pointer items-center rounded-full border border-rule px-4 text-ink-soft transition-colors touch-target hover:border-rule-strong hover:text-ink " +
  "has-checked:border-blue has-checked:bg-blue-soft has-checked:text-blue has-focus-visible:outline-2 has-focus-visible:outline-blue";
