/*
 * Strips characters that readers can't see but programs act on: Unicode tags,
 * which can spell out prompts to a model; bidi overrides, which make a name
 * read as another; stray joiners. Applied to all outside input. What scripts
 * and emoji need is kept: joiners inside words, plain direction marks, the tags
 * of flags.
 */
const flag = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{1,8}\u{e007f}/gu;
const invisible =
  /[\u200b\u2060-\u2064\u206a-\u206f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/gu;

export function withoutInvisible(text: string): string {
  if (!/[\u200b-\u206f\ufeff\ufff9-\ufffb\udb40]/.test(text)) return text;
  let result = "";
  let at = 0;
  for (const match of text.matchAll(flag)) {
    result += text.slice(at, match.index).replace(invisible, "") + match[0];
    at = match.index + match[0].length;
  }
  return result + text.slice(at).replace(invisible, "");
}
