/* XOR obfuscation, the weakest way of protecting a file ([MS-OFFCRYPTO] 2.3.7): 16 bytes, over and over. */
import { unknownProtection, Unreadable, wrongPassword } from "../unreadable.ts";

const mostLetters = 15;
/** What follows a password of less than 16 letters. */
const padding = Buffer.from("bbffffbaffffb98000be0f00bf0f00", "hex");

/** The 16 bytes, if the password is that of these two numbers. */
export function xorBytes(password: string, { key, verifier }: { key: number; verifier: number }): Buffer {
  const letters = lettersOf(password);
  if (letters.length === 0) throw new Unreadable(unknownProtection);
  if (keyOf(letters) !== key || verifierOf(letters) !== verifier) throw new Unreadable(wrongPassword);
  return Buffer.concat([letters, padding])
    .subarray(0, 16)
    .map((letter, at) => rotated(letter ^ ((at % 2 === 0 ? key : key >> 8) & 255), 7)) as Buffer;
}

export const rotated = (byte: number, by: number) => ((byte << by) | (byte >> (8 - by))) & 255;

/** One byte of each letter, as programs before Unicode had it. */
function lettersOf(password: string): Buffer {
  const codes = Array.from({ length: Math.min(password.length, mostLetters) }, (_, at) => password.charCodeAt(at));
  return Buffer.from(codes.map((code) => code & 255 || code >> 8));
}

/** A shift register advances one step for every bit of a letter; where the bit is set, its state is added. */
function keyOf(letters: Buffer): number {
  const next = (state: number) => ((state << 1) & 0xff_ff) ^ ((state & 0x80_00) === 0 ? 0 : 0x10_21);
  let [key, state, last] = [0, 0x80_00, 0xff_ff];
  for (const letter of letters.toReversed())
    for (let bit = 0; bit < 8; bit++) {
      state = next(state);
      last = next(last);
      if (bit < 7 && ((letter >> bit) & 1) === 1) key ^= state;
    }
  return key ^ last;
}

function verifierOf(letters: Buffer): number {
  let verifier = 0;
  for (const letter of [...letters.toReversed(), letters.length])
    verifier = (((verifier >> 14) & 1) | ((verifier << 1) & 0x7f_ff)) ^ letter;
  return verifier ^ 0xce_4b;
}
