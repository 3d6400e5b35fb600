/* An email that a workflow has prepared, as mail programs open it. Stet sends none of them. */
export type PreparedEmail = { to: readonly string[]; subject: string; text: string };

const encoder = new TextEncoder();
const base64 = (text: string) => btoa(Array.from(encoder.encode(text), (byte) => String.fromCodePoint(byte)).join(""));

/** Pieces of at most this many bytes, so that no line is too long; no character is cut. */
function pieces(text: string, bytes: number): string[] {
  const all: string[] = [];
  let [piece, length] = ["", 0];
  for (const character of text) {
    const own = encoder.encode(character).length;
    if (length + own > bytes) {
      all.push(piece);
      [piece, length] = ["", 0];
    }
    piece += character;
    length += own;
  }
  return [...all, piece];
}

const inOneLine = (text: string) => text.replaceAll(/\s+/gu, " ").trim();

function header(text: string): string {
  const line = inOneLine(text);
  if (/^[\x20-\x7e]{0,60}$/u.test(line)) return line;
  return pieces(line, 42)
    .map((piece) => `=?UTF-8?B?${base64(piece)}?=`)
    .join("\r\n ");
}

/** A message that has not been sent, which a mail program opens to be edited and sent. */
export function emlOf({ to, subject, text }: PreparedEmail): string {
  const body = base64(text.replaceAll(/\r?\n/gu, "\r\n")).replaceAll(/.{76}/gu, "$&\r\n");
  return [
    "X-Unsent: 1",
    `To: ${to.map(inOneLine).join(",\r\n ")}`,
    `Subject: ${header(subject)}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    body,
    "",
  ].join("\r\n");
}

export function mailtoOf({ to, subject, text }: PreparedEmail): string {
  const body = encodeURIComponent(text.replaceAll(/\r?\n/gu, "\r\n"));
  return `mailto:${to.map(encodeURIComponent).join(",")}?subject=${encodeURIComponent(inOneLine(subject))}&body=${body}`;
}
