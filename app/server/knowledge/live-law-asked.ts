/* Sources of law are outside: what they are asked goes out with pseudonyms, as everything that leaves. */
import type { Secrecy } from "../models/secrecy.ts";
import type { LiveLaw } from "./live-law.ts";

export function withPseudonyms(live: LiveLaw, secrecy: Secrecy): Pick<LiveLaw, "bringNamed" | "bringFound"> {
  const replaced = async (text: string) => (await secrecy.open([text]))?.replace(text) ?? text;
  return {
    bringNamed: async (text, jurisdictions) => live.bringNamed(await replaced(text), jurisdictions),
    bringFound: async (question, jurisdictions) => live.bringFound(await replaced(question), jurisdictions),
  };
}
