/*
 * The final check before a file is ready. The only signature known here is that of the EICAR test
 * file, with which every scanner is tested; a match is blocked for everyone and its content isn't
 * stored. A site can plug in its own scanner instead.
 */
const eicar = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";

/** The threat found, or null. The file may be wrapped in another, so search all of it. */
export function findThreat(bytes: Uint8Array): string | null {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(eicar, 0, "latin1") ? "EICAR test file" : null;
}
