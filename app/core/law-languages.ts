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

export function jurisdictionName(code: string): string {
  return code === "US" ? "United States (company filings)" : (jurisdictions.find((one) => one.code === code)?.name ?? code);
}
