/* A section as found by a search: in one wording, with its act. */
import type { Selectable } from "kysely";
import type { LawActsTable, LawSectionsTable } from "../db/tables/sources.ts";

export type FoundSection = {
  id: number;
  ref: string;
  number: string;
  label: string;
  heading: string;
  path: string[];
  text: string;
  url: string;
  inForce: string | null;
  /** Set if a date was requested. */
  onDay?: {
    day: string;
    /** False: the wording on that date isn't stored, and this is the nearest. */
    isCertain: boolean;
    /** The last day on which it applied, if known. */
    last: string | null;
    isPresent: boolean;
  };
  act: {
    id: string;
    title: string;
    shortNames: string[];
    jurisdiction: string;
    source: string;
    version: string | null;
    licence: string;
    note: string | null;
  };
};

type SectionRow = Pick<
  Selectable<LawSectionsTable>,
  "id" | "act_id" | "ref" | "number" | "label" | "heading" | "path" | "text" | "url"
> &
  Pick<Selectable<LawActsTable>, "title" | "short_names" | "jurisdiction" | "source" | "licence" | "note"> & {
    since: string | null;
    version: string | null;
  };

export function foundOf(row: SectionRow): FoundSection {
  return {
    id: row.id,
    ref: row.ref,
    number: row.number,
    label: row.label,
    heading: row.heading,
    path: row.path as string[],
    text: row.text,
    url: row.url,
    inForce: row.since,
    act: {
      id: row.act_id,
      title: row.title,
      shortNames: row.short_names as string[],
      jurisdiction: row.jurisdiction,
      source: row.source,
      version: row.version,
      licence: row.licence,
      note: row.note,
    },
  };
}
