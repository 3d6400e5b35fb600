/* The jurisdictions with stored law, and the language of its texts, for the model's instructions. */
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

/** Accepts a code in any case, a name, or an informal name: United Kingdom, UK, gb. Anything else is returned unchanged. */
export function jurisdictionCode(said: string): string {
  const asked = said.trim().toLowerCase();
  const named = jurisdictions.find(({ code, label, name }) => [code, label, name].some((one) => one.toLowerCase() === asked));
  if (named !== undefined) return named.code;
  return /^(?:us|usa|united states)\b/.test(asked) ? "US" : said.trim().toUpperCase();
}

export function jurisdictionName(code: string): string {
  return code === "US" ? "United States (company filings)" : (jurisdictions.find((one) => one.code === code)?.name ?? code);
}
