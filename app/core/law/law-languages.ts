/* The jurisdictions whose law is stored, and the language of its texts, as a model is briefed about them. */
import { jurisdictions } from "./jurisdictions.ts";

const languages: Record<string, string> = {
  EU: "English, or that of the question",
  SE: "Swedish",
  GB: "English",
  NL: "Dutch",
  DE: "German",
  US: "English",
};

export function lawLanguage(code: string): string {
  return languages[code] ?? "its own language";
}

/** Of a code in any case, of a name, or of what its people call it: United Kingdom, UK, gb. What is none stays as it is. */
export function jurisdictionCode(said: string): string {
  const asked = said.trim().toLowerCase();
  const named = jurisdictions.find(({ code, label, name }) => [code, label, name].some((one) => one.toLowerCase() === asked));
  if (named !== undefined) return named.code;
  return /^(?:us|usa|united states)\b/.test(asked) ? "US" : said.trim().toUpperCase();
}

export function jurisdictionName(code: string): string {
  return code === "US" ? "United States (company filings)" : (jurisdictions.find((one) => one.code === code)?.name ?? code);
}
