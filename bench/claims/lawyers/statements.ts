/** What is said of sections of law, by their numbers in the stored law; judged by reading them. */
export type Statements = Record<string, { true: readonly string[]; false: readonly string[] }>;
