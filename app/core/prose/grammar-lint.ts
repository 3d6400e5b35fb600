/* What harper finds in a text, as server and browser read it from its WebAssembly. */

export type GrammarLint = {
  /** UTF-16 offsets, once `placeOfLint` has seen to it. */
  start: number;
  end: number;
  /** The words it means. */
  problem: string;
  kind: string;
  message: string;
  suggestions: string[];
  rule: string;
};

/** Of harper's own objects as much as is read here. */
type Lint = {
  span(): { start: number; end: number };
  get_problem_text(): string;
  lint_kind(): string;
  message(): string;
  suggestions(): { kind(): number; get_replacement_text(): string }[];
  free(): void;
};

/** Reads what `organizedLints` answers, and gives its memory back. */
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

/** Harper's suggestions are of three kinds: replace, remove, insert after. */
function suggestionText(problem: string, kind: number, replacement: string): string {
  if (kind === 1) return "";
  return kind === 2 ? problem + replacement : replacement;
}

/**
 * Where a lint stands, in UTF-16 units. Versions of harper have counted in
 * units and in code points; the problem's own text decides which, and a lint
 * that fits neither is dropped rather than applied to the wrong words.
 */
export function placeOfLint(text: string, { start, end, problem }: GrammarLint): { start: number; end: number } | null {
  if (text.slice(start, end) === problem) return { start, end };
  const characters = [...text];
  const from = characters.slice(0, start).join("").length;
  const to = from + characters.slice(start, end).join("").length;
  return text.slice(from, to) === problem ? { start: from, end: to } : null;
}
