/* Replaces the parser's URL library: addresses are checked by address.ts and parsed by the browser. */
type Address = { href: string };

export function parse(href: string): Address {
  return { href };
}

export function format({ href }: Address): string {
  return href;
}

export function encode(text: string): string {
  return text;
}

export const decode: { (text: string): string; defaultChars: string } = Object.assign((text: string) => text, { defaultChars: "" });
