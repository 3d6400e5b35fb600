/* The administrators' log: narrowed by person and kind, newest first, and as a table to take along. */
import { Download } from "lucide-react";
import { Form } from "react-router";
import type { LogFilter, LogPage } from "#core/installation/administration-log.ts";
import { installationEventKinds, wordsOf } from "#core/account/security-event.ts";
import { SelectField } from "../developers/select-field.tsx";
import { Button, buttonClass } from "../kit/button.tsx";
import { PageLinks } from "../kit/page-links.tsx";
import { TextField } from "../kit/text-field.tsx";
import { LogLine } from "../organizations/security-log.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

export function AdministrationLog({ events, next, filter, isFirst }: LogPage & { filter: LogFilter; isFirst: boolean }) {
  const { person, kind } = filter;
  const isNarrowed = person !== "" || kind !== null;
  const table = new URLSearchParams({ ...(person !== "" && { person }), ...(kind !== null && { kind }) });
  return (
    <SettingsSection
      title="Audit log"
      lead="What administrators and commands on the server did to people’s accounts and to the settings, in the last 13 months."
    >
      <FilterForm key={`${person} ${kind}`} {...filter} />
      {events.length === 0 ? (
        <p className="mt-6 text-ink-soft">{isNarrowed ? "No entry matches." : "Nothing has been done yet."}</p>
      ) : (
        <>
          <ol aria-label="Audit log" className="mt-6">
            {events.map((event) => (
              <li key={event.id} className="border-t border-rule py-3">
                <LogLine event={event} nameless="By a command on the server" />
              </li>
            ))}
          </ol>
          <PageLinks first={isFirst ? null : pageOf(filter)} next={next && pageOf(filter, next)} />
          <a href={`/api/admin/log.csv?${table.toString()}`} download className={`mt-6 ${buttonClass("outline")}`}>
            <Download />
            {isNarrowed ? "Download these as CSV" : "Download as CSV"}
          </a>
        </>
      )}
    </SettingsSection>
  );
}

function FilterForm({ person, kind }: LogFilter) {
  return (
    <Form method="get" role="search" className="flex flex-wrap items-end gap-2.5">
      <TextField
        label="Name or email"
        name="query"
        type="search"
        defaultValue={person}
        maxLength={200}
        autoComplete="off"
        className="min-w-40 flex-1"
      />
      <SelectField label="What" name="kind" defaultValue={kind ?? ""} className="min-w-40 flex-1">
        <option value="">Everything</option>
        {installationEventKinds.map((one) => (
          <option key={one} value={one}>
            {wordsOf({ kind: one, result: "done" })}
          </option>
        ))}
      </SelectField>
      <Button type="submit" className="h-10 pointer-coarse:h-11">
        Filter
      </Button>
    </Form>
  );
}

function pageOf({ person, kind }: LogFilter, before?: string): string {
  const parameters = new URLSearchParams({ query: person, kind: kind ?? "", ...(before !== undefined && { before }) });
  return `?${parameters.toString()}`;
}
