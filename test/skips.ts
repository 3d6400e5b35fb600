/*
 * The only tests that may be skipped, each for lack of a program or of data. If that is present they must run: a skip
 * then fails the run, as does any skip not listed here.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Outcome } from "./outcomes.ts";
import { postgresPrograms } from "./postgres.ts";
import { sharedData } from "./shared-data.ts";

export type AllowedSkip = { tests: RegExp; reason: string; isMissing: () => boolean };

const isPostgresMissing = () => postgresPrograms() === undefined;
const isDataMissing = (folder: string) => !sharedData(folder).isThere;

export const allowedSkips: readonly AllowedSkip[] = [
  {
    tests: /^app\/server\/db\/pooler\.test\.ts > through PgBouncer > /,
    reason: "PostgreSQL or PgBouncer is not here",
    isMissing: () => isPostgresMissing() || !existsSync("/usr/sbin/pgbouncer"),
  },
  {
    tests: /^test\/two-processes\.test\.ts > two servers > /,
    reason: "PostgreSQL is not installed, or left out",
    isMissing: isPostgresMissing,
  },
  { tests: / > on PostgreSQL > /, reason: "PostgreSQL is not installed, or left out", isMissing: isPostgresMissing },
  {
    tests: /^app\/server\/export\/libreoffice\.test\.ts > /,
    reason: "LibreOffice is not installed",
    isMissing: () => spawnSync("soffice", ["--version"]).status !== 0,
  },
  {
    tests: /^app\/server\/prose\/real-texts\.test\.ts > /,
    reason: "no real texts beside the repository",
    isMissing: () => isDataMissing("legal"),
  },
  {
    tests:
      /^app\/server\/(?:files\/(?:encrypted-office|file-kind|losses|old-encryption\/old-encryption|readers\/(?:word-(?:corpus|changes)|old-office\/old-office))|export\/word-package\/(?:redlines|word-package-corpus))\.test\.ts > .*(?:files of other programs|whatever its name)$/u,
    reason: "no files of other programs beside the repository",
    isMissing: () => isDataMissing("files"),
  },
  {
    tests: /^app\/server\/files\/read-template\.test\.ts > the form of /u,
    reason: "no files of other programs beside the repository",
    isMissing: () => isDataMissing("files"),
  },
  {
    tests:
      /^app\/server\/knowledge\/connectors\/(?:captured\.test\.ts > answers that were captured > |decisions\.test\.ts > a scanned bill as it was captured)|^app\/server\/knowledge\/law-requests\.test\.ts > .*as they were captured > /,
    reason: "no captured answers beside the repository",
    isMissing: () => isDataMissing("legal/responses"),
  },
];

/** Why this test may be skipped here, or undefined. */
export function reasonToSkip({ file, name }: Pick<Outcome, "file" | "name">, allowed = allowedSkips): string | undefined {
  return allowed.find(({ tests, isMissing }) => tests.test(`${file} > ${name}`) && isMissing())?.reason;
}
