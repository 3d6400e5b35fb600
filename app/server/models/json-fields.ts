/*
 * Access to untrusted JSON from model servers. A schema per token would cost more than the token,
 * so readers check individual fields with these.
 */
export type Loose = { readonly [key: string]: unknown };

export function isLoose(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function looseAt(value: Loose | undefined, key: string): Loose | undefined {
  const inner = value?.[key];
  return isLoose(inner) ? inner : undefined;
}

export function textAt(value: Loose | undefined, key: string): string | undefined {
  const inner = value?.[key];
  return typeof inner === "string" ? inner : undefined;
}

export function numberAt(value: Loose | undefined, key: string): number | undefined {
  const inner = value?.[key];
  return typeof inner === "number" && Number.isFinite(inner) ? inner : undefined;
}

export function listAt(value: Loose | undefined, key: string): readonly unknown[] {
  const inner = value?.[key];
  return Array.isArray(inner) ? inner : [];
}

/** Undefined if the text isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
