/* Harper's lints, as server and browser read them from its WebAssembly. */

export type GrammarLint = {
  /** UTF-16 offsets, once corrected by `placeOfLint`. */
  start: number;
  end: number;
  /** The words concerned. */
  problem: string;
  kind: string;
  message: string;
  suggestions: string[];
  rule: string;
};

/** The parts of harper's own objects used here. */
type Lint = {
  span(): { start: number; end: number };
  get_problem_text(): string;
  lint_kind(): string;
  message(): string;
  suggestions(): { kind(): number; get_replacement_text(): string }[];
  free(): void;
};

/** Reads the result of `organizedLints` and frees its memory. */
export function lintsOf(groups: Record<string, Lint[]>): GrammarLint[] {
  return Object.entries(groups).flatMap(([rule, found]) =>
    found.map((one) => {
      const { start, end } = one.span();
      const problem = one.get_problem_text();
      const suggestions = one.suggestions().map((s) => suggestionText(problem, s.kind(), s.get_replacement_text()));
      const lint = { start, end, problem, kind: one.lint_kind(), message: one.message(), suggestions, rule };
      one.free();
      return lint;
    }),
  );
}

/** Harper has three kinds of suggestions: replace, remove, insert after. */
function suggestionText(problem: string, kind: number, replacement: string): string {
  if (kind === 1) return "";
  return kind === 2 ? problem + replacement : replacement;
}

/**
 * A lint's range in UTF-16 units. Harper versions differ between units and code
 * points; matching the problem text decides, and a lint that fits neither is
 * dropped rather than applied to the wrong words.
 */
export function placeOfLint(text: string, { start, end, problem }: GrammarLint): { start: number; end: number } | null {
  if (text.slice(start, end) === problem) return { start, end };
  const characters = [...text];
  const from = characters.slice(0, start).join("").length;
  const to = from + characters.slice(start, end).join("").length;
  return text.slice(from, to) === problem ? { start: from, end: to } : null;
}
