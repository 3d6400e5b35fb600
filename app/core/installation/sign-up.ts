/* Who may make an account: anyone, people with an invitation, or also people with an address at certain domains. */
import { isEmailAddress } from "../account/email-address.ts";

export type SignUpRules = { who: "anyone" } | { who: "invited" } | { who: "domains"; domains: readonly string[] };

/** What the administrators' page shows. */
export type SignUpSetup = {
  rules: SignUpRules;
  /** Set in the environment, which wins over the page. */
  isLocked: boolean;
  /** Otherwise no address is checked, so anyone can enter one that is let in. */
  sendsEmail: boolean;
};

export const mostDomains = 50;

/** Separated by commas, spaces or lines, with or without “@” before them. `bad`: what is no domain. */
export function readDomains(text: string): { domains: string[]; bad: string[] } {
  const given = text
    .split(/[\s,;]+/)
    .map((one) => one.replace(/^@/, "").toLowerCase())
    .filter((one) => one !== "");
  const bad = given.filter((one) => !isEmailAddress(`a@${one}`));
  const domains = new Set(given.filter((one) => !bad.includes(one)).map(ascii));
  return { domains: [...domains], bad };
}

/** As the setting SIGN_UP has it: `anyone`, `invitation`, or domains. Null if it is none of these. */
export function readSignUpRules(text: string): SignUpRules | null {
  const word = text.trim().toLowerCase();
  if (word === "anyone") return { who: "anyone" };
  if (word === "invitation") return { who: "invited" };
  const { domains, bad } = readDomains(text);
  return domains.length === 0 || domains.length > mostDomains || bad.length > 0 ? null : { who: "domains", domains };
}

/** Reads what was stored. What cannot be read lets in no one without an invitation. */
export function storedSignUpRules(value: unknown): SignUpRules {
  const { who, domains } = (value ?? {}) as Record<string, unknown>;
  if (who === "anyone") return { who };
  if (who === "domains" && Array.isArray(domains) && domains.every((one) => typeof one === "string")) return { who, domains };
  return { who: "invited" };
}

/** Whether these rules alone let the address in, without an invitation. */
export function letsIn(rules: SignUpRules, email: string): boolean {
  if (rules.who !== "domains") return rules.who === "anyone";
  // A subdomain may belong to others: it has to be named itself.
  return rules.domains.includes(ascii(email.slice(email.lastIndexOf("@") + 1).toLowerCase()));
}

/** For the log and the command. */
export function namedRules(rules: SignUpRules): string {
  if (rules.who === "anyone") return "anyone";
  return rules.who === "invited" ? "by invitation" : `addresses at ${listed(rules.domains)}, and by invitation`;
}

/** Why an address was refused. */
export function signUpRefusal(rules: SignUpRules): string {
  return rules.who === "domains"
    ? `Only addresses at ${listed(rules.domains)} can create an account here, and this one hasn’t been invited.`
    : "Accounts here are by invitation only, and this address hasn’t been invited.";
}

/** “a, b or c”. */
export function listed(domains: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(domains);
}

/** Domains are compared in the form that is sent: xn--… */
function ascii(domain: string): string {
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}
