/* The legal sources available in a chat. `icon` names one of the icon set. */

export type KnowledgeSource = {
  id: string;
  name: string;
  description: string;
  icon: string;
  /** Where its law applies. */
  jurisdiction: "US" | "EU" | "SE";
};

export const knowledgeSources = [
  {
    id: "edgar",
    name: "EDGAR",
    description: "Company filings with the US Securities and Exchange Commission",
    icon: "chart-no-axes-column",
    jurisdiction: "US",
  },
  {
    id: "eurlex",
    name: "EUR-Lex",
    description: "Treaties, regulations, directives and case law of the European Union",
    icon: "landmark",
    jurisdiction: "EU",
  },
  {
    id: "swedish-law",
    name: "Swedish law",
    description: "Acts and ordinances in the Swedish Code of Statutes (SFS)",
    icon: "scale",
    jurisdiction: "SE",
  },
] as const satisfies readonly KnowledgeSource[];

/** The jurisdictions whose law an answer may use: those switched on in StyleGuide, and those of the chosen sources. */
export function chosenLaw(choices: { sources: readonly string[]; knowledgeSources: readonly string[] }): string[] {
  const own = knowledgeSources.filter(({ id }) => choices.knowledgeSources.includes(id)).map(({ jurisdiction }) => jurisdiction);
  return [...new Set([...choices.sources, ...own])];
}

export type KnowledgeSourceId = (typeof knowledgeSources)[number]["id"];

export function isKnowledgeSource(id: string): id is KnowledgeSourceId {
  return knowledgeSources.some((source) => source.id === id);
}
