/* Names of a chat's texts (chat-texts.ts), apart from what reads the texts themselves. */

/** Determined by the text's name: drafts are known to be Markdown. */
export function isDraftText(name: string): boolean {
  return /\.\d+-draft-\d+$/.test(name);
}
