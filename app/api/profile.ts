/* The user's picture and bio; and pictures, for anyone signed in. */
import { Hono } from "hono";
import { z } from "zod";
import { avatarFacts, largestAvatarBytes } from "#core/account/avatar.ts";
import { theServer } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { writesSchema } from "#core/account/profile.ts";
import { avatarAddress, avatarDigest } from "#server/accounts/avatars.ts";
import { getProfile, isImageUsed, markOnboarded, setImage, setWrites } from "#server/data/accounts/profiles.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";

/** Base64 is a third longer than the bytes it encodes. */
const picture = z.object({ image: z.base64().max(Math.ceil(largestAvatarBytes / 3) * 4) });

export function ownProfile(stet: Stet) {
  const app = new Hono<ApiEnv>();

  /** Removes the previous picture unless another account uses the same one. */
  async function change(c: ApiContext, image: string | null): Promise<Response> {
    const before = await setImage(personOf(c), stet.db, image);
    const digest = avatarDigest(before);
    if (before !== null && digest !== null && !(await isImageUsed(theServer, stet.db, before))) await stet.avatars.remove(digest);
    return c.json({ image });
  }

  app.get("/profile", async (c) => c.json(await getProfile(personOf(c), stet.db)));

  app.put("/avatar", async (c) => {
    personOf(c);
    const { image } = await bodyOf(c, picture);
    const digest = await stet.avatars.keep(Buffer.from(image, "base64"));
    if (digest === null) throw problem("avatar-refused");
    return change(c, avatarAddress(digest));
  });
  app.delete("/avatar", (c) => change(c, null));

  app.put("/writes", async (c) => {
    await setWrites(personOf(c), stet.db, await bodyOf(c, writesSchema));
    return c.json({ success: true });
  });
  app.post("/onboarded", async (c) => {
    await markOnboarded(personOf(c), stet.db);
    return c.json({ success: true });
  });
  return app;
}

export function avatars(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/avatars/:digest", async (c) => {
    personOf(c);
    const bytes = await stet.avatars.read(c.req.param("digest"));
    const facts = bytes === null ? null : avatarFacts(bytes);
    if (bytes === null || facts === null) throw problem("not-found");
    return c.body(Uint8Array.from(bytes), 200, {
      "content-type": facts.kind,
      "content-length": String(bytes.length),
      "cache-control": "private, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
  });
}
