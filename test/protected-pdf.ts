/* A PDF of one page that opens only with its password, encrypted as PDF 1.3 does it: RC4 with a key of 40 bits. */
import { createHash } from "node:crypto";

const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
const id = Buffer.alloc(16, 7);

export function protectedPdf(line: string, password: string): Buffer {
  const padded = Buffer.concat([Buffer.from(password, "latin1"), padding]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const key = md5(padded, owner, permissions, id).subarray(0, 5);
  const user = rc4(key, padding);
  const ofStream = md5(key, Buffer.from([5, 0, 0, 0, 0])).subarray(0, 10);
  const content = rc4(ofStream, Buffer.from(`BT /F1 12 Tf 60 700 Td (${line}) Tj ET`, "latin1"));
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>",
    Buffer.concat([Buffer.from(`<< /Length ${content.length} >>\nstream\n`), content, Buffer.from("\nendstream")]),
    `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${owner.toString("hex")}> /U <${user.toString("hex")}> >>`,
  ];
  let file = Buffer.from("%PDF-1.3\n");
  const places = objects.map((body, at) => {
    const place = file.length;
    file = Buffer.concat([file, Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(body), Buffer.from("\nendobj\n")]);
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const trailer = `trailer\n<< /Size 7 /Root 1 0 R /Encrypt 6 0 R /ID [<${id.toString("hex")}> <${id.toString("hex")}>] >>`;
  return Buffer.concat([
    file,
    Buffer.from(`xref\n0 7\n0000000000 65535 f \n${places.join("")}${trailer}\nstartxref\n${file.length}\n%%EOF\n`),
  ]);
}

function md5(...parts: Buffer[]): Buffer {
  return createHash("md5").update(Buffer.concat(parts)).digest();
}

export function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number) => ([state[one], state[other]] = [state[other]!, state[one]!]);
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + state[at]! + key[at % key.length]!) & 255;
    swap(at, other);
  }
  let [first, second] = [0, 0];
  return Buffer.from(bytes).map((byte) => {
    first = (first + 1) & 255;
    second = (second + state[first]!) & 255;
    swap(first, second);
    return byte ^ state[(state[first]! + state[second]!) & 255]!;
  }) as Buffer;
}
