/* The schema for POST /api/keys, in a file of its own so that the validator stays out of the browser bundle. */
import { z } from "zod";
import { scopes } from "./api-key.ts";
import { plainName } from "../text/plain-name.ts";

export const newApiKeySchema = z.object({
  name: plainName().min(1, "Give the key a name.").max(60, "A name has at most 60 characters."),
  scopes: z
    .array(z.enum(scopes))
    .min(1, "Choose at least one permission.")
    .max(scopes.length)
    .transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
  expiresInDays: z.int().min(1).max(365).nullable(),
});
export type NewApiKey = z.infer<typeof newApiKeySchema>;
