/*
 * What a file was made from that was made to be a row of reviews. Such a file is not among the files of its project: it is
 * there as long as it is a row.
 */
import { citedActName } from "../law/law-names.ts";
import { fileName } from "../sources/stored-file.ts";
import { truncate, type Amendment } from "../sources/source.ts";

export type Frozen =
  | { from: "draft"; draftId: string; version: number }
  /** `documentId`: of a collection. */
  | { from: "collected"; documentId: string }
  | { from: "law"; law: FrozenSection };

/** A section of stored law in one wording. All days are ISO dates. */
export type FrozenSection = {
  /** Of the section, which is the same in all its wordings. */
  ref: string;
  label: string;
  act: { id: string; title: string; /** As it is cited. */ name: string };
  /** It is the wording in force on this day. */
  day: string;
  /** False: that wording is not stored, and this is the nearest. */
  isCertain: boolean;
  inForce: string | null;
  /** The day of the text of the act that has it. */
  version: string | null;
  source: string;
  url: string;
  licence: string;
  note: string | null;
};

/** As its row shows it. */
export type LawOfRow = FrozenSection & { /** It reads otherwise today. */ amended: Amendment | null };

type Named = { label: string; heading: string; act: { title: string; shortNames: readonly string[]; jurisdiction: string } };

/** What its row is called: "§ 2 Urlaub, ProbeG". */
export function sectionName({ label, heading, act }: Named): string {
  const words = [truncate(`${label} ${heading}`.trim(), 80), truncate(citedActName(act), 60)].join(", ");
  return fileName(words.replaceAll(/[/\\]/g, "-"));
}
