/* Whether a name is likelier a company's or a person's: to begin a choice with. */
import type { ContactKind } from "./contact.ts";
import { hasCompanyForm } from "./folded-name.ts";

/** In names of what has no company form: banks, authorities, funds, associations. */
const institution =
  /\b(?:bank\w*|banque|sparkasse|trust|fund|fonds|foundation|stiftung|stiftelsen?|stichting|university|universit\w*|institut\w*|holdings?|group|partners?|associates|society|association|f[oö]rening\w*|verein\w*|vereniging|kommun\w*|gemeinde|gemeente|city|stadt|county|region\w*|state|ministry|agency|authority|services?|systems?|solutions?|technologies|industries|international|pharma\w*|energy|capital|insurance|f[oö]rs[aä]kring\w*|versicherung\w*)\b/iu;

/** Two to four words of letters, each with a capital or one of the small words that are in people's names. */
const ofPerson =
  /^(?:\p{Lu}[\p{L}'’.-]*|von|van|de|der|den|af|av|di|da|du|la|le|ten|ter|zu)(?: (?:\p{Lu}[\p{L}'’.-]*|von|van|de|der|den|af|av|di|da|du|la|le|ten|ter|zu)){1,3}$/u;
const title = /^(?:mrs?|ms|dr|prof|herr|frau|fru|sir|dame|mevrouw|de heer)\.? /iu;

export function likelyKind(name: string): ContactKind {
  const plain = name.trim().replaceAll(/\s+/g, " ");
  if (hasCompanyForm(plain)) return "company";
  if (title.test(plain)) return "person";
  // Names that are all capitals are more often written so on the cover of a company's agreement.
  if (institution.test(plain) || plain === plain.toUpperCase()) return "company";
  return ofPerson.test(plain) ? "person" : "company";
}
