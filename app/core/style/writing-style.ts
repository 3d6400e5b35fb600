/* A person's or an organization's style: its samples, measures and description. */
import { z } from "zod";
import type { AccountRefusal } from "../account/account-refusal.ts";
import { describeStyle } from "./describe-style.ts";
import { emptyHouseStyle, houseStyleSentences, houseStyleSchema, joinedHouseStyle, type HouseStyle } from "./house-style.ts";
import type { StyleCounts } from "./style-counts.ts";
import { measureStyle, type StyleMeasures } from "./style-measures.ts";

export type StyleOwner = "person" | "organization";

export const mostSamples = 20;
/** Longer samples are measured up to here. */
export const longestSample = 100_000;
/** Shorter samples say little about a style. */
export const fewestSampleWords = 100;
export const descriptionMax = 600;
/** For an uploaded file. */
export const largestSampleFile = 8 * 1024 * 1024;

/** The text itself isn't stored. */
export type StyleSample = { id: string; name: string; excerpt: string; addedAt: string; counts: StyleCounts };

export type StoredStyle = {
  samples: StyleSample[];
  /** The edited description; null to use the measured one. */
  description: string | null;
  house: HouseStyle | null;
};

export const emptyStyle: StoredStyle = { samples: [], description: null, house: null };

export function measuresOf({ samples }: Pick<StoredStyle, "samples">): StyleMeasures[] {
  return measureStyle(samples.map(({ counts }) => counts));
}

export function descriptionOf(style: StoredStyle): string {
  return style.description ?? describeStyle(measuresOf(style));
}

/** The person's, or that of the organization they are in. */
export type StyleInPlace = { isOwn: boolean; description: string; house: HouseStyle | null };

/**
 * Instructions for a model, the most important first: decisions, descriptions
 * (personal before the organization's), terms.
 */
export function styleForModel(styles: readonly StyleInPlace[]): string | null {
  const description = (styles.find((one) => one.isOwn && one.description !== "") ?? styles.find((one) => one.description !== ""))
    ?.description;
  const { terms, ...decisions } = houseIn(styles);
  const parts = [
    ...houseStyleSentences({ ...decisions, terms: [] }),
    ...(description === undefined ? [] : [description]),
    ...houseStyleSentences({ ...emptyHouseStyle, terms }),
  ];
  return parts.length === 0 ? null : parts.join(" ");
}

export function houseIn(styles: readonly Pick<StyleInPlace, "isOwn" | "house">[]): HouseStyle {
  const of = (isOwn: boolean) => styles.find((one) => one.isOwn === isOwn)?.house ?? emptyHouseStyle;
  return joinedHouseStyle(of(false), of(true));
}

/** As displayed on a page. */
export type ShownStyle = {
  samples: { id: string; name: string; excerpt: string; words: number }[];
  measures: StyleMeasures[];
  description: string;
  isEdited: boolean;
  house: HouseStyle;
  /** Drafts that can serve as samples. */
  drafts: { id: string; name: string }[];
};
/** `text` is what was typed, so that a refusal doesn't lose it. */
export type StyleAnswered = { intent: string; refusal: AccountRefusal | null; text?: string };

const name = z.string().trim().max(120).default("");

export const newSampleSchema = z.union([
  z.object({ text: z.string().max(5_000_000), name }),
  z.object({ draftId: z.uuid() }),
  z.object({ file: z.base64(), name: z.string().trim().min(1).max(250) }),
]);
export type NewSample = z.infer<typeof newSampleSchema>;

/** Omitted fields stay unchanged. An empty description restores the measured one. */
export const styleChangeSchema = z.object({
  description: z.string().trim().max(descriptionMax).nullable().optional(),
  house: houseStyleSchema.optional(),
});
export type StyleChange = z.infer<typeof styleChangeSchema>;
