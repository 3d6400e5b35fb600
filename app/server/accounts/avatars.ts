/* Profile pictures, stored in the data folder under the digest of their content. */
import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { avatarFacts, avatarSide, largestAvatarBytes } from "#core/account/avatar.ts";
import { writeDurably } from "../storage/durable-file.ts";

const digestForm = /^[0-9a-f]{64}$/;

export type Avatars = ReturnType<typeof createAvatars>;

export function createAvatars(folder: string) {
  // Only well-formed digests become paths.
  const placeOf = (digest: string) => (digestForm.test(digest) ? join(folder, digest) : null);

  return {
    /** Returns the digest, or null if this is not an image of a supported type and size. */
    async keep(bytes: Buffer): Promise<string | null> {
      const facts = bytes.length > largestAvatarBytes ? null : avatarFacts(bytes);
      if (facts === null || Math.max(facts.width, facts.height) > avatarSide || Math.min(facts.width, facts.height) < 1)
        return null;
      const digest = createHash("sha256").update(bytes).digest("hex");
      await writeDurably(join(folder, digest), bytes);
      return digest;
    },

    async read(digest: string): Promise<Buffer | null> {
      const place = placeOf(digest);
      return place === null ? null : readFile(place).catch(() => null);
    },

    async remove(digest: string): Promise<void> {
      const place = placeOf(digest);
      if (place !== null) await rm(place, { force: true });
    },
  };
}

const path = "/api/avatars/";

/** The URL stored in the user's row and used in pages. */
export function avatarAddress(digest: string): string {
  return path + digest;
}

export function avatarDigest(image: string | null): string | null {
  return image?.startsWith(path) ? image.slice(path.length) : null;
}
