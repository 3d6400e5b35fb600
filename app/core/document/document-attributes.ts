/*
 * Validators for document attributes. The schema runs them on every node and
 * mark read from JSON, so that invalid levels, spans or addresses never get
 * into a document.
 */
import { safeHref } from "../text/safe-href.ts";

/** Maximum columns of a table, and so the maximum span of a cell. */
export const columnsMax = 250;
/** Maximum span of a cell in a pasted table. */
export const pastedSpanMax = 100;
export const rowspanMax = 10_000;
/** Markdown's own limit. */
const startMax = 999_999_999;
const columnPixelsMax = 10_000;

const idForm = /^[A-Za-z0-9_]{1,36}$/;

export function isAnchorId(value: unknown): value is string {
  return typeof value === "string" && idForm.test(value);
}

/** Null is the writing direction's own. */
export const alignments = ["center", "right", "justify"] as const;
export type Alignment = (typeof alignments)[number];

export function alignmentOf(name: unknown): Alignment | null {
  return alignments.find((one) => one === name) ?? null;
}

function requires(what: string, isRight: (value: unknown) => boolean) {
  return (value: unknown): void => {
    if (!isRight(value)) throw new RangeError(`not ${what}`);
  };
}

function isIntegerIn(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

/** Of code, by its name in a Markdown fence; empty if there is none. */
export function codeLanguage(said: string): string {
  return /^[\w#+.-]{1,30}/.exec(said.trim())?.[0] ?? "";
}

export const attributeChecks = {
  id: requires("an id", (value) => value === null || isAnchorId(value)),
  target: requires("an id", isAnchorId),
  headingLevel: requires("a heading level", (value) => isIntegerIn(value, 1, 6)),
  listStart: requires("the first number of a list", (value) => isIntegerIn(value, 0, startMax)),
  colspan: requires("a number of columns", (value) => isIntegerIn(value, 1, columnsMax)),
  rowspan: requires("a number of rows", (value) => isIntegerIn(value, 1, rowspanMax)),
  colwidth: requires(
    "widths of columns",
    (value) =>
      value === null ||
      (Array.isArray(value) && value.length <= columnsMax && value.every((one) => isIntegerIn(one, 0, columnPixelsMax))),
  ),
  align: requires("an alignment", (value) => value === null || alignmentOf(value) !== null),
  language: requires("a language of code", (value) => typeof value === "string" && codeLanguage(value) === value),
  flag: requires("true or false", (value) => typeof value === "boolean"),
  href: requires("a safe address", (value) => typeof value === "string" && safeHref(value) !== null),
};

/** The first number of an imported list. */
export function listStart(said: string | number | null): number {
  const start = Number.parseInt(String(said ?? 1), 10);
  return isIntegerIn(start, 0, startMax) ? start : 1;
}
