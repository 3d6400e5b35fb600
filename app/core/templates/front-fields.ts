/* Reads the values of a front matter; what is wrong with one is said in a sentence. */
import type { Front, FrontMap } from "./front-matter.ts";
import { templateLimits } from "./template.ts";

export class Refusal extends Error {}

export function isMap(value: Front): value is FrontMap {
  return typeof value === "object" && !Array.isArray(value);
}

export function refuseUnknown(front: FrontMap, names: readonly string[], where: string): void {
  const unknown = Object.keys(front).find((key) => !names.includes(key));
  if (unknown !== undefined) throw new Refusal(`“${unknown}” is not known in ${where}. It can have: ${names.join(", ")}.`);
}

export function textOf(front: FrontMap, key: string, most: number = templateLimits.sentence): string {
  const value = front[key] ?? "";
  if (typeof value !== "string") throw new Refusal(`“${key}” must be text.`);
  if (value.length > most) throw new Refusal(`“${key}” can have at most ${most} characters.`);
  return value;
}

export function listOf(front: FrontMap, key: string): string[] {
  const value = front[key] ?? [];
  const list = typeof value === "string" ? value.split(",").map((one) => one.trim()) : value;
  if (!Array.isArray(list) || list.some((one) => typeof one !== "string"))
    throw new Refusal(`“${key}” must be a list, such as [one, two].`);
  return (list as string[]).filter((one) => one !== "");
}

export function oneOf<T extends string>(front: FrontMap, key: string, all: readonly T[], otherwise: T): T {
  const value = textOf(front, key) || otherwise;
  const found = all.find((one) => one === value);
  if (found === undefined) throw new Refusal(`“${value}” is not a ${key}. It is one of: ${all.join(", ")}.`);
  return found;
}
