/* What each column of an imported table holds: as it was guessed, to be changed. */
import { columnFields, columnWords, type ColumnField } from "#core/contacts/contact-columns.ts";
import { filledIn } from "#core/contacts/contact-table.ts";
import { mappedSource, tableSource, type Source, type TableSource } from "./read-import.ts";

export function ImportColumns({ source, onChange }: { source: TableSource; onChange: (source: Source) => void }) {
  const { text, hasHeadings, table, mapping } = source;
  const set = (at: number, field: ColumnField | null) =>
    onChange(
      mappedSource({ ...source, mapping: table.headings.map((_, here) => (here === at ? field : (mapping[here] ?? null))) }),
    );
  const filled = table.headings
    .map((heading, at) => ({ heading, at, count: filledIn(table.rows, at) }))
    .filter(({ count }) => count > 0);
  const empty = table.headings.length - filled.length;
  return (
    <section aria-label="Columns" className="mt-4">
      <h3 className="group-label">Columns</h3>
      <ul className="scroll-thin mt-2 max-h-64 divide-y divide-rule overflow-y-auto border-y border-rule">
        {filled.map(({ heading, at, count }) => (
          <li key={at} className="flex items-center justify-between gap-3 px-1 py-2">
            <span className="min-w-0">
              <span dir="auto" className="block truncate">
                {heading}
              </span>
              <span dir="auto" className="block truncate text-xs text-ink-faint">
                {sampleOf(table.rows, at)}
                {count > 1 && ` · ${count.toLocaleString("en")} rows`}
              </span>
            </span>
            <select
              aria-label={`What “${heading}” is`}
              value={mapping[at] ?? ""}
              onChange={(event) => set(at, columnFields.find((field) => field === event.currentTarget.value) ?? null)}
              className={`h-8 w-40 shrink-0 rounded-lg border border-rule-strong bg-paper px-2 text-sm pointer-coarse:h-11 ${(mapping[at] ?? null) === null ? "text-ink-faint" : ""}`}
            >
              <option value="">Not imported</option>
              {columnFields.map((field) => (
                <option key={field} value={field}>
                  {columnWords(field)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
        <label className="flex items-center gap-2 touch-target">
          <input
            type="checkbox"
            checked={hasHeadings}
            onChange={(event) => onChange(tableSource(text, event.currentTarget.checked))}
          />
          The first row is headings
        </label>
        {empty > 0 && <span className="text-ink-faint">{empty === 1 ? "1 empty column" : `${empty} empty columns`} not shown</span>}
      </div>
    </section>
  );
}

function sampleOf(rows: readonly string[][], at: number): string {
  const first = rows.find((row) => (row[at] ?? "").trim() !== "");
  return (first?.[at] ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 80);
}
