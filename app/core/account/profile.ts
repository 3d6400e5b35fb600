/* What people have said about their writing, so that Stet needn't ask each time. */
import { z } from "zod";
import { legalTypes, writingTypes } from "../prose/writing-types.ts";

/** Common writing languages, by their own names. */
export const writingLanguages = { en: "English", sv: "Svenska", nl: "Nederlands", de: "Deutsch" } as const;

export const writtenKinds = [...writingTypes, ...legalTypes];

const typeIds = writtenKinds.map((type) => type.id);
export const writesSchema = z.object({
  types: z.array(z.enum(typeIds)).max(typeIds.length).optional(),
  language: z.enum(["en", "sv", "nl", "de"]).optional(),
});
export type Writes = z.infer<typeof writesSchema>;

/** `image` is a path on this site. */
export type Profile = { image: string | null; writes: Writes; isOnboarded: boolean };

/** Added to the model's instructions; empty if the person gave no details. */
export function writesSentence({ types = [], language }: Writes): string | null {
  const names = writtenKinds.filter((type) => types.includes(type.id)).map((type) => type.name.toLowerCase());
  const what = names.length === 0 ? "" : ` mostly writes texts of these kinds: ${names.join(", ")}`;
  const how = language === undefined ? "" : ` usually writes in ${new Intl.DisplayNames("en", { type: "language" }).of(language)}`;
  return what + how === "" ? null : `The writer${[what, how].filter(Boolean).join(", and")}.`;
}
