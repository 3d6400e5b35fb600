/* A block of the imported document and its paragraph in the file, character by character. */
import type { Mark, Node } from "prosemirror-model";
import type { Atom, Paragraph } from "./package-paragraphs.ts";

/** What is compared with the exported document: a character, a note's mark, or a whole cross-reference. */
export type SourceUnit = {
  key: string;
  /** As imported; null for what the document doesn't have. */
  marks: readonly Mark[] | null;
  link: string | null;
  /** As imported; its words are compared apart (changed-note.ts). */
  note: Node | null;
  /** Always one, except for a cross-reference. */
  atoms: Atom[];
  /** Tracked in the file. A tracked insertion that became text of the document is "taken". */
  state: "normal" | "ins" | "del" | "taken";
};

/** A note stays the same one, whatever it says. */
export const noteSign = "\u0002";
/** The draft doesn't have it, so it isn't any of the draft's. */
const insertedNote = `${noteSign} inserted`;
export const referenceKey = (target: unknown) => `\u0003${String(target)}`;

/** Null if the block's text isn't the paragraph's. */
export function sourceUnits(block: Node, { atoms }: Pick<Paragraph, "atoms">): SourceUnit[] | null {
  const shown = atoms.filter(({ isNever }) => !isNever);
  return new Walk(shown, false).units(block) ?? new Walk(shown, true).units(block);
}

/** Null if a note doesn't say these characters. */
export function noteUnits(note: Node, atoms: readonly Atom[]): SourceUnit[] | null {
  return new Walk(atoms, false).units(note);
}

class Walk {
  #atoms: readonly Atom[];
  #takesInsertions: boolean;
  #at = 0;
  #units: SourceUnit[] = [];

  constructor(atoms: readonly Atom[], takesInsertions: boolean) {
    this.#atoms = atoms;
    this.#takesInsertions = takesInsertions;
  }

  units(block: Node): SourceUnit[] | null {
    for (const child of block.children) if (!this.#child(child)) return null;
    this.#insertions();
    return this.#at === this.#atoms.length ? this.#units : null;
  }

  #child(node: Node): boolean {
    const link = linkOf(node.marks);
    if (node.isText) {
      for (const text of node.text!) if (!this.#character(text, node.marks, link)) return false;
      return true;
    }
    if (node.type.name === "hardBreak") return this.#character("\n", node.marks, link);
    if (node.type.name === "footnote") return this.#character(noteSign, node.marks, link, node);
    return node.type.name === "reference" && this.#reference(node, link);
  }

  #character(text: string, marks: readonly Mark[], link: string | null, note: Node | null = null): boolean {
    this.#insertions();
    const atom = this.#atoms[this.#at];
    // A heading is a single line in the document.
    const isSame = atom !== undefined && (atom.text === text || (text === " " && atom.text === "\n"));
    if (!isSame || atom.isNote !== (text === noteSign)) return false;
    this.#units.push({ key: text, marks, link, note, atoms: [atom], state: this.#stateOf(atom) });
    this.#at++;
    return true;
  }

  /** The whole result of its field. */
  #reference(node: Node, link: string | null): boolean {
    this.#insertions();
    const field = this.#atoms[this.#at]?.field;
    if (!field) return false;
    const atoms: Atom[] = [];
    while (this.#atoms[this.#at]?.field === field) atoms.push(this.#atoms[this.#at++]!);
    const state = this.#stateOf(atoms[0]!);
    this.#units.push({ key: referenceKey(node.attrs["target"]), marks: node.marks, link, note: null, atoms, state });
    return atoms.every((atom) => this.#stateOf(atom) === state);
  }

  #insertions(): void {
    if (this.#takesInsertions) return;
    for (let atom = this.#atoms[this.#at]; atom?.change?.kind === "ins"; atom = this.#atoms[++this.#at])
      this.#units.push(insertedUnit(atom));
  }

  #stateOf({ change }: Atom): SourceUnit["state"] {
    if (change === null) return "normal";
    return change.kind === "del" ? "del" : "taken";
  }
}

function insertedUnit(atom: Atom): SourceUnit {
  const key = atom.isNote ? insertedNote : atom.text;
  return { key, marks: null, link: null, note: null, atoms: [atom], state: "ins" };
}

export function linkOf(marks: readonly Mark[]): string | null {
  const link = marks.find(({ type }) => type.name === "link");
  return link === undefined ? null : String(link.attrs["href"]);
}
