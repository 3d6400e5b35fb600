/*
 * A small S3-compatible server on this machine: objects of one bucket in memory, with multipart uploads, ranges and
 * listing; every request's version 4 signature is recalculated from what arrived, following Amazon's description.
 */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type S3Server = {
  endpoint: string;
  objects: Map<string, { bytes: Buffer; at: Date }>;
  /** The next `count` requests are answered with 503. */
  failNext(count: number): void;
  requests: string[];
  close(): Promise<void>;
};

type Answer = { status: number; body?: string | Buffer; headers?: Record<string, string> };

export async function startS3(secret = "kept"): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();
  const uploads = new Map<string, Map<number, Buffer>>();
  const requests: string[] = [];
  let failing = 0;

  function answer(request: IncomingMessage, url: URL, body: Buffer): Answer {
    if (failing > 0) {
      failing--;
      return { status: 503 };
    }
    if (!isSigned(request, url, body, secret)) return xml(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
    const key = decodeURIComponent(url.pathname.slice("/stet/".length));
    const upload = url.searchParams.get("uploadId");
    if (request.method === "GET" && key === "") return list(url.searchParams.get("prefix") ?? "");
    if (request.method === "GET") return read(key, request.headers.range);
    if (request.method === "DELETE") {
      objects.delete(key);
      return { status: 204 };
    }
    if (request.method === "POST" && url.searchParams.has("uploads")) {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, new Map());
      return xml(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (request.method === "PUT" && upload !== null) {
      uploads.get(upload)!.set(Number(url.searchParams.get("partNumber")), body);
      return { status: 200, headers: { etag: `"${createHash("md5").update(body).digest("hex")}"` } };
    }
    if (request.method === "POST" && upload !== null) {
      const parts = [...uploads.get(upload)!].sort(([a], [b]) => a - b).map(([, part]) => part);
      objects.set(key, { bytes: Buffer.concat(parts), at: new Date() });
      return xml(200, "<CompleteMultipartUploadResult><ETag>whole</ETag></CompleteMultipartUploadResult>");
    }
    objects.set(key, { bytes: body, at: new Date() });
    return { status: 200, headers: { etag: '"one"' } };
  }

  function read(key: string, range: string | undefined): Answer {
    const object = objects.get(key);
    if (object === undefined) return xml(404, "<Error><Code>NoSuchKey</Code></Error>");
    const asked = /^bytes=(\d+)-(\d*)$/.exec(range ?? "");
    if (asked === null) return { status: 200, body: object.bytes };
    const end = asked[2] === "" ? object.bytes.length : Number(asked[2]) + 1;
    return { status: 206, body: object.bytes.subarray(Number(asked[1]), end) };
  }

  function list(prefix: string): Answer {
    const rows = [...objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(
        ([key, { bytes, at }]) =>
          `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`,
      );
    return xml(200, `<ListBucketResult><KeyCount>${rows.length}</KeyCount>${rows.join("")}</ListBucketResult>`);
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests.push(`${request.method} ${request.url}`);
      const { status, body = "", headers = {} } = answer(request, new URL(request.url!, "http://127.0.0.1"), Buffer.concat(chunks));
      response.writeHead(status, headers).end(body);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stet`,
    objects,
    requests,
    failNext: (count) => void (failing = count),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function xml(status: number, body: string): Answer {
  return { status, body: `<?xml version="1.0"?>${body}`, headers: { "content-type": "application/xml" } };
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");

function isSigned(request: IncomingMessage, url: URL, body: Buffer, secret: string): boolean {
  const header = request.headers.authorization ?? "";
  const form =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, day, region, names, signature] = form.exec(header) ?? [];
  if (day === undefined) return false;
  const given = String(request.headers["x-amz-content-sha256"]);
  if (given !== "UNSIGNED-PAYLOAD" && given !== sha256(body)) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  const signed = names!.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, signed.join(""), names, given].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = ["s3", "aws4_request"].reduce<Buffer>(hmac, hmac(hmac(`AWS4${secret}`, day), region!));
  return hmac(key, toSign).toString("hex") === signature;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
