/* What an organization's answers cost in a month, by person, project and model. */

export type Spent = {
  /** Null: the account was deleted. */
  userId: string | null;
  person: string | null;
  /** Null: outside of projects, or the project was deleted. */
  projectId: string | null;
  project: string | null;
  inProject: boolean;
  byKey: boolean;
  model: string;
  answers: number;
  tokens: number;
  /** US dollars, of those answers whose price is known. */
  costUsd: number;
  /** Tokens of the others. */
  unpricedTokens: number;
};

export type SpentSum = Pick<Spent, "answers" | "tokens" | "costUsd" | "unpricedTokens">;
export type SpentLine = SpentSum & { key: string; label: string };

const nothing: SpentSum = { answers: 0, tokens: 0, costUsd: 0, unpricedTokens: 0 };

function plus(one: SpentSum, other: SpentSum): SpentSum {
  return {
    answers: one.answers + other.answers,
    tokens: one.tokens + other.tokens,
    costUsd: one.costUsd + other.costUsd,
    unpricedTokens: one.unpricedTokens + other.unpricedTokens,
  };
}

export function totalOf(rows: readonly SpentSum[]): SpentSum {
  return rows.reduce(plus, nothing);
}

function linesBy(rows: readonly Spent[], lineOf: (row: Spent) => { key: string; label: string }): SpentLine[] {
  const lines = new Map<string, SpentLine>();
  for (const row of rows) {
    const { key, label } = lineOf(row);
    lines.set(key, { key, label, ...plus(lines.get(key) ?? nothing, row) });
  }
  return [...lines.values()].sort((one, other) => other.costUsd - one.costUsd || other.tokens - one.tokens);
}

export function byPerson(rows: readonly Spent[]): SpentLine[] {
  return linesBy(rows, ({ userId, person }) => ({ key: userId ?? "", label: person ?? "Deleted accounts" }));
}

export function byProject(rows: readonly Spent[]): SpentLine[] {
  return linesBy(rows, ({ projectId, project, inProject, byKey }) => {
    if (projectId !== null) return { key: projectId, label: project ?? "" };
    if (inProject) return { key: "deleted", label: "Deleted projects" };
    return byKey ? { key: "keys", label: "API keys" } : { key: "outside", label: "Outside of projects" };
  });
}

export function byModel(rows: readonly Spent[], nameOf: (id: string) => string): SpentLine[] {
  return linesBy(rows, ({ model }) => ({ key: model, label: nameOf(model) }));
}

/** "$12.30", "under $0.01"; no amount where no price is known, because that isn't nothing. */
export function moneyOf({ costUsd, tokens, unpricedTokens }: SpentSum): string {
  if (unpricedTokens === tokens && tokens > 0) return "price not known";
  if (costUsd > 0 && costUsd < 0.005) return "under $0.01";
  return costUsd.toLocaleString("en-US", { style: "currency", currency: "USD" });
}

/** The months from the first with spending to this one, newest first, at most `most`. ISO months: 2026-11. */
export function monthsSince(first: string | null, today: string, most = 12): string[] {
  const months: string[] = [];
  let [year, month] = today.slice(0, 7).split("-").map(Number) as [number, number];
  while (months.length < most) {
    const name = `${year}-${String(month).padStart(2, "0")}`;
    months.push(name);
    if (first === null || name <= first) break;
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
  }
  return months;
}
