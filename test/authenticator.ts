/*
 * A device that holds one passkey, built from the standards alone (WebAuthn, CBOR, COSE), so that the server's parser
 * is checked against an independent encoder.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Ways = { origin?: string; host?: string; challenge?: string; isVerified?: boolean; counter?: number };
type Options = { challenge: string };

export function newAuthenticator(site: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let count = 0;

  function authenticatorData(
    { host = new URL(site).hostname, isVerified = true, counter = ++count }: Ways,
    rest = Buffer.alloc(0),
  ) {
    const flags = 1 | (isVerified ? 4 : 0) | (rest.length > 0 ? 64 : 0);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), counted, rest]);
  }

  function clientData(type: string, options: Options, { origin = site, challenge = options.challenge }: Ways) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  const answer = (response: object) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    /** The result of `navigator.credentials.create`. */
    make(options: Options, ways: Ways = {}) {
      const { x, y } = publicKey.export({ format: "jwk" });
      const key = map([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, "base64url")],
        [-3, Buffer.from(y!, "base64url")],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const object = map([
        ["fmt", "none"],
        ["attStmt", map([])],
        ["authData", authenticatorData(ways, attested)],
      ]);
      const clientDataJSON = clientData("webauthn.create", options, ways).toString("base64url");
      return answer({ clientDataJSON, attestationObject: object.toString("base64url"), transports: ["internal"] });
    },
    /** The result of `navigator.credentials.get`. */
    show(options: Options, ways: Ways = {}) {
      const data = authenticatorData(ways);
      const client = clientData("webauthn.get", options, ways);
      return answer({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(client)]), privateKey).toString("base64url"),
      });
    },
  };
}

function sha256(text: string | Buffer): Buffer {
  return createHash("sha256").update(text).digest();
}

type Cbor = number | string | Buffer;

/** CBOR (RFC 8949), limited to the types above. Maps arrive already encoded, behind a tag of their own. */
function map(entries: [number | string, Cbor][]): Buffer {
  const written = Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])]);
  maps.add(written);
  return written;
}
const maps = new WeakSet<Buffer>();

function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  return maps.has(value) ? value : Buffer.concat([head(2, value.length), value]);
}

function head(kind: number, length: number): Buffer {
  return Buffer.from(length < 24 ? [(kind << 5) | length] : [(kind << 5) | 24, length]);
}
