/* Email addresses in a pasted list or a CSV file. */
import { isEmailAddress } from "./email-address.ts";

export type AddressList = {
  /** In their order, in lower case, each once. */
  addresses: string[];
  /** What has an @ and is no address. */
  unreadable: string[];
};

/** Whatever stands around the addresses is passed over: names, column headings, brackets, quotation marks. */
export function addressesIn(text: string): AddressList {
  const candidates = text
    .split(/[\s,;|<>()"“”]+/u)
    .map((word) => word.replace(/^mailto:/i, "").replace(/(?<![.:])[.:]+$/, ""))
    .filter((word) => word.includes("@"));
  const addresses = candidates.filter((word) => isEmailAddress(word)).map((word) => word.toLowerCase());
  const unreadable = candidates.filter((word) => !isEmailAddress(word));
  return { addresses: [...new Set(addresses)], unreadable: [...new Set(unreadable)] };
}
