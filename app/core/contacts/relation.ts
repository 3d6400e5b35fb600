/* What one contact is to another. Each is stored once and read from both: "director of" there is "has as director" here. */

export const relationKinds = ["director", "employee", "shareholder", "subsidiary", "counsel", "guarantor", "successor"] as const;
export type RelationKind = (typeof relationKinds)[number];

/** In a list of what may be chosen, one of them. `isFrom`: this contact is what `kind` says, of the other. */
export type RelationSide = { kind: RelationKind; isFrom: boolean };
export type ContactRelation = RelationSide & { id: string; other: { id: string; name: string } };

export const relationLimits = {
  /** Of one contact. */
  relations: 200,
  /** In one part of an import. */
  imported: 1000,
} as const;

const words: Record<RelationKind, { from: string; to: string }> = {
  director: { from: "Director of", to: "Has as director" },
  employee: { from: "Works for", to: "Employs" },
  shareholder: { from: "Shareholder of", to: "Owned by" },
  subsidiary: { from: "Subsidiary of", to: "Parent of" },
  counsel: { from: "Counsel of", to: "Represented by" },
  guarantor: { from: "Guarantor of", to: "Guaranteed by" },
  successor: { from: "Successor of", to: "Succeeded by" },
};

export const relationSides: readonly RelationSide[] = relationKinds.flatMap((kind) => [
  { kind, isFrom: true },
  { kind, isFrom: false },
]);

export function relationWords({ kind, isFrom }: RelationSide): string {
  return words[kind][isFrom ? "from" : "to"];
}

/** As a vCard says it: none of the kinds that are registered for one is any of these. */
export function relationType(side: RelationSide): string {
  return `x-${relationWords(side).toLowerCase().replaceAll(" ", "-")}`;
}

export function relationOfType(type: string): RelationSide | undefined {
  return relationSides.find((side) => relationType(side) === type.toLowerCase());
}

/** As a cell of a table says it: “director of Kanalbolaget AB; works for Holding AB”. */
export type NamedRelation = RelationSide & { name: string };
/** In a file of cards, the other can be known by what identifies its card. */
export type ReadRelation = NamedRelation & { uid?: string };

export function writeRelations(relations: readonly NamedRelation[]): string {
  // A name is found however it is punctuated.
  return relations.map((one) => `${relationWords(one).toLowerCase()} ${one.name.replaceAll(";", ",")}`).join("; ");
}

/** What of the cell is no relation comes back as `unused`. */
export function readRelations(cell: string): { relations: NamedRelation[]; unused: string[] } {
  const relations: NamedRelation[] = [];
  const unused: string[] = [];
  for (const part of cell.split(/[;\n]/)) {
    const text = part.trim().replaceAll(/\s+/g, " ");
    if (text === "") continue;
    const side = relationSides.find((one) => text.toLowerCase().startsWith(`${relationWords(one).toLowerCase()} `));
    const name = side === undefined ? "" : text.slice(relationWords(side).length + 1).trim();
    if (side === undefined || name === "") unused.push(text);
    else relations.push({ ...side, name });
  }
  return { relations, unused };
}
