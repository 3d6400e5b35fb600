/* The list of contacts, searched on the server and paged by name. */
import { Building2, Download, Ellipsis, Plus, ShieldCheck, Upload, UserRound } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { contactRoles, roleWords, type ContactPage, type ContactSummary } from "#core/contacts/contact.ts";
import type { ContactQuery } from "#core/requests/contacts.ts";
import { saveFile } from "../chat/save-file.ts";
import { buttonClass } from "../kit/button.tsx";
import { ChoiceChips } from "../kit/choice-chips.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu, MenuItem } from "../kit/menu.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { SearchForm } from "../kit/search-form.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { ImportContacts } from "./import-contacts.tsx";

type ContactsProps = { asked: ContactQuery; page: ContactPage; mayMake: boolean };

export function ContactsPage({ asked, page, mayMake }: ContactsProps) {
  const place = useWorkspace();
  const [isImporting, setImporting] = useState(false);
  const isFiltered = asked.query !== "" || asked.role !== undefined;
  const isEmpty = page.contacts.length === 0 && !isFiltered && asked.after === undefined;
  const list = (more: Record<string, string>) => {
    const query = new URLSearchParams({
      ...(asked.query !== "" && { query: asked.query }),
      ...(asked.role !== undefined && { role: asked.role }),
      ...more,
    });
    return place.path(query.size === 0 ? "/contacts" : `/contacts?${query}`);
  };
  return (
    <main className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-220 px-5 pt-10 pb-20">
        <header className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-serif text-display">Contacts</h1>
          <Actions mayMake={mayMake} isEmpty={isEmpty} onImport={() => setImporting(true)} />
        </header>
        <p className="mt-2 max-w-150 text-ink-soft text-pretty">
          The people and companies you work for, with and against. They fill in templates, and are checked for conflicts before you
          open a matter.
        </p>
        {isEmpty ? (
          <Empty mayMake={mayMake} onImport={() => setImporting(true)} />
        ) : (
          <>
            <Filters asked={asked} />
            {page.contacts.length === 0 ? (
              <EmptyState
                title="No matching contacts"
                action={
                  <Link to={place.path("/contacts")} reloadDocument className="text-blue underline-offset-4 hover:underline">
                    Show all contacts
                  </Link>
                }
              >
                Try fewer words, or another role.
              </EmptyState>
            ) : (
              <Rows contacts={page.contacts} />
            )}
          </>
        )}
        <PageLinks
          first={asked.after === undefined ? null : list({})}
          next={page.next === null ? null : list({ after: page.next })}
        />
      </div>
      {isImporting && <ImportContacts onClose={() => setImporting(false)} />}
    </main>
  );
}

function Actions({ mayMake, isEmpty, onImport }: { mayMake: boolean; isEmpty: boolean; onImport: () => void }) {
  const place = useWorkspace();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Link to={place.path("/contacts/checks")} className={buttonClass("outline")}>
        <ShieldCheck /> Conflict checks
      </Link>
      {mayMake && !isEmpty && (
        <>
          <Link to={place.path("/contacts/new")} className={buttonClass("primary")}>
            <Plus /> New contact
          </Link>
          <Menu align="end" trigger={<IconButton label="More actions for contacts" icon={<Ellipsis />} />}>
            <MenuItem icon={<Upload />} onSelect={onImport}>
              Import
            </MenuItem>
            <MenuItem icon={<Download />} onSelect={() => void save("csv")}>
              Export as CSV
            </MenuItem>
            <MenuItem icon={<Download />} onSelect={() => void save("vcf")}>
              Export as vCard
            </MenuItem>
          </Menu>
        </>
      )}
    </div>
  );
}

function save(format: "csv" | "vcf"): Promise<void> {
  return saveFile({ path: `/api/contacts/export?format=${format}`, making: "Exporting contacts…" });
}

function Empty({ mayMake, onImport }: { mayMake: boolean; onImport: () => void }) {
  const place = useWorkspace();
  return (
    <div className="pt-10">
      <EmptyState
        title="No contacts yet"
        action={
          mayMake && (
            <span className="flex flex-wrap justify-center gap-2">
              <button type="button" className={buttonClass("primary")} onClick={onImport}>
                <Upload /> Import contacts
              </button>
              <Link to={place.path("/contacts/new")} className={buttonClass("outline")}>
                <Plus /> New contact
              </Link>
            </span>
          )
        }
      >
        Import them from your address book as a vCard or CSV file, or add the first one yourself.
      </EmptyState>
    </div>
  );
}

function Filters({ asked }: { asked: ContactQuery }) {
  return (
    <SearchForm label="Search contacts" placeholder="Search by name, email, number or tag" query={asked.query}>
      <ChoiceChips
        legend="Role"
        name="role"
        options={[undefined, ...contactRoles]}
        chosen={asked.role}
        wordsFor={(one) => (one === undefined ? "All" : roleWords[one])}
      />
    </SearchForm>
  );
}

function Rows({ contacts }: { contacts: readonly ContactSummary[] }) {
  const place = useWorkspace();
  return (
    <ul className="mt-6 divide-y divide-rule border-y border-rule">
      {contacts.map(({ id, name, kind, roles, emails, country, tags }) => (
        <li key={id}>
          <Link to={place.path(`/contacts/${id}`)} className="flex items-center gap-3.5 px-2 py-3 hover:bg-wash">
            <span aria-hidden="true" className="text-ink-faint [&_svg]:size-4.5">
              {kind === "company" ? <Building2 /> : <UserRound />}
            </span>
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate font-serif text-lg">
                {name}
              </span>
              <span className="block truncate text-ink-soft">
                {[...roles.map((role) => roleWords[role]), ...emails.slice(0, 1), ...tags].join(" · ") || "No details yet"}
              </span>
            </span>
            {country !== "" && <span className="text-xs text-ink-faint">{country}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
