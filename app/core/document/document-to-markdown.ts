/*
 * A document as Markdown, so that markdown-to-document.ts gives the same
 * document back. Where Markdown has no sign of its own: clauses are numbered
 * with "1)", as lists are with "1.", and underlining is <u>. A cross-reference is
 * a link to the anchor of what it points to; a picture's width is in its address.
 * Widths and spans of table cells are not kept.
 */
import type { Mark, Node } from "prosemirror-model";
import { anchorOf } from "./document-schema.ts";
import { footnotesOf, missingLabel, referenceLabels } from "../clauses/references.ts";

export function documentToMarkdown(document: Node): string {
  const notes = footnotesOf(document);
  const writer = new Writer(referenceLabels(document));
  const text = writer.blocks(document).join("\n\n");
  const written = notes.map(({ node, number }) => `[^${number}]: ${writer.note(node)}`.trimEnd());
  return [text, ...written].join("\n\n");
}

class Writer {
  #labels: ReadonlyMap<string, string>;
  #notes = 0;

  constructor(labels: ReadonlyMap<string, string>) {
    this.#labels = labels;
  }

  note(node: Node): string {
    return anchor(node) + this.#inline(node).replaceAll("\\\n", "<br>");
  }

  blocks(parent: Node): string[] {
    const written: string[] = [];
    let before: string | null = null;
    let isOther = false;
    parent.forEach((node) => {
      // Two lists in a row would read as one; another bullet, or a comment between, keeps them apart.
      isOther = before === node.type.name && !isOther;
      if (before === node.type.name && (before === "orderedList" || before === "clauseList")) written.push("<!-- -->");
      written.push(this.#block(node, isOther));
      before = node.type.name;
    });
    return written;
  }

  #block(node: Node, isOther: boolean): string {
    switch (node.type.name) {
      case "heading":
        return `${"#".repeat(Number(node.attrs["level"]))} ${anchor(node)}${this.#inline(node)
          .replaceAll("\\\n", " ")
          .replace(/(?<!#)(#+)$/, "\\$1")}`.trimEnd();
      case "blockquote":
        return this.blocks(node).join("\n\n").replaceAll(/^/gm, "> ").replaceAll(/^> $/gm, ">");
      case "bulletList":
        return this.#items(node, () => (isOther ? "*" : "-"));
      case "orderedList":
        return this.#items(node, (index) => `${Number(node.attrs["start"]) + index}.`);
      case "clauseList":
        return (node.attrs["restarts"] === true ? "<!-- restarts -->\n\n" : "") + this.#items(node, (index) => `${index + 1})`);
      case "codeBlock":
        return codeBlock(node.textContent, String(node.attrs["language"]));
      case "horizontalRule":
        return "---";
      case "image":
        return image(node);
      case "table":
        return this.#table(node);
      default:
        return paragraph(this.#inline(node));
    }
  }

  #items(list: Node, sign: (index: number) => string): string {
    const written: string[] = [];
    const isTight = isTightList(list);
    list.forEach((item, _, index) => {
      const lead = `${sign(index)} `;
      const parts = this.blocks(item);
      const isAlone = item.childCount === 1;
      // An item whose first paragraph is empty and has more below it keeps its place.
      const own = anchor(item);
      const isEmpty = isAlone && parts[0] === "&nbsp;" && own === "";
      // Behind the sign of a heading.
      const text = (isEmpty ? [""] : parts).join(isTight ? "\n" : "\n\n").replace(/^(?:#{1,4} )?/, (lead) => lead + own);
      written.push((lead + text.replaceAll(/\n(?=[^\n])/g, `\n${" ".repeat(lead.length)}`)).trimEnd());
    });
    return written.join(isTight ? "\n" : "\n\n");
  }

  #table(node: Node): string {
    const rows: string[][] = [];
    node.forEach((row) => {
      const cells: string[] = [];
      row.forEach((cell) => cells.push(this.#cellText(cell)));
      rows.push(cells);
    });
    const columns = Math.max(1, ...rows.map((cells) => cells.length));
    const line = (cells: readonly string[]) => `| ${Array.from({ length: columns }, (_, i) => cells[i] ?? "").join(" | ")} |`;
    const isHeaded = node.firstChild?.firstChild?.type.name === "tableHeader";
    const [head, body] = isHeaded ? [rows[0]!, rows.slice(1)] : [[], rows];
    return [line(head), `| ${Array.from({ length: columns }, () => "---").join(" | ")} |`, ...body.map(line)].join("\n");
  }

  /** A cell is one line in Markdown: its paragraphs are set apart by breaks. */
  #cellText(cell: Node): string {
    const parts: string[] = [];
    cell.descendants((node) => {
      if (node.type.name === "image") parts.push(image(node).replaceAll("|", "\\|"));
      if (!node.isTextblock) return true;
      parts.push(this.#inline(node).replaceAll("\\\n", "<br>").replaceAll("|", "\\|"));
      return false;
    });
    return parts.join("<br><br>");
  }

  #inline(parent: Node): string {
    const open: Mark[] = [];
    let out = "";
    const close = (from: number) => {
      while (open.length > from) out += closing(open.pop()!);
    };
    const runs = this.#runsOf(parent);
    for (const [i, { text, marks, isRaw }] of runs.entries()) {
      let same = 0;
      while (same < open.length && marks.some((mark) => mark.eq(open[same]!))) same++;
      close(same);
      // What goes on longest is opened first, so that signs nest.
      const begun = marks.filter((mark) => !open.some((one) => one.eq(mark)) && mark.type.name !== "code");
      const lasts = (mark: Mark) => {
        let end = i;
        while (end < runs.length && runs[end]!.marks.some((one) => one.eq(mark))) end++;
        return end;
      };
      begun.sort((a, b) => lasts(b) - lasts(a) || order.indexOf(a.type.name) - order.indexOf(b.type.name));
      for (const mark of begun) {
        open.push(mark);
        out += opening(mark);
      }
      if (isRaw) out += text;
      else if (text.startsWith(":") && out.endsWith("]")) out += `\\${escaped(text)}`;
      else out += marks.some((mark) => mark.type.name === "code") ? codeSpan(text) : escaped(text);
    }
    close(0);
    return out
      .replace(/^ +|(?<! ) +$/g, (spaces) => "&#32;".repeat(spaces.length))
      .replaceAll(/(?<! ) *\\\n */g, (all) => all.replaceAll(" ", "&#32;"));
  }

  /*
   * The text of a block in runs of the same marks. Emphasis cannot begin or end
   * at a space in Markdown, so spaces at the edge of a marked run stand outside.
   */
  #runsOf(parent: Node): Run[] {
    const runs: Run[] = [];
    const push = (text: string, marks: readonly Mark[]) => {
      if (text === "") return;
      const last = runs.at(-1);
      if (
        last &&
        !last.isRaw &&
        last.marks.length === marks.length &&
        marks.every((mark) => last.marks.some((one) => one.eq(mark)))
      )
        last.text += text;
      else runs.push({ text, marks });
    };
    parent.forEach((child) => {
      if (child.type.name === "reference") {
        const target = String(child.attrs["target"]);
        const label = (this.#labels.get(target) ?? missingLabel).replaceAll(/[\\`*_[\]<~|]/g, "\\$&");
        return runs.push({ text: `[${label}](#${anchorOf(target)})`, marks: signed(child), isRaw: true });
      }
      if (child.type.name === "footnote") return runs.push({ text: `[^${++this.#notes}]`, marks: signed(child), isRaw: true });
      if (!child.isText) return push("\n", []);
      const isEmphasis = child.marks.some((mark) => mark.type.name !== "link" && mark.type.name !== "code");
      if (!isEmphasis) return push(child.text!, child.marks);
      const started = child.text!.trimStart();
      const before = child.text!.slice(0, child.text!.length - started.length);
      const text = started.trimEnd();
      const after = started.slice(text.length);
      const outside = child.marks.filter((mark) => mark.type.name === "link");
      push(before, outside);
      push(text, child.marks);
      push(after, outside);
    });
    return runs;
  }
}

/** An empty paragraph is a no-break space, which is read back as empty. */
function paragraph(text: string): string {
  if (text === "") return "&nbsp;";
  return text
    .split("\n")
    .map((line) =>
      line.replace(/^(\s*)([#>+=-]|\d+[.)]|~~~|```)/, (_, space: string, sign: string) => `${space}${escapedSign(sign)}`),
    )
    .join("\n");
}

function escapedSign(sign: string): string {
  return /^\d/.test(sign) ? `${sign.slice(0, -1)}\\${sign.slice(-1)}` : `\\${sign}`;
}

/** Items of one paragraph, with at most a list below it. */
function isTightList(list: Node): boolean {
  let isTight = true;
  list.forEach((item) => {
    item.forEach((child, _, index) => {
      const isText = child.type.name === "paragraph" && index === 0;
      if (!isText && !(index === 1 && item.childCount === 2 && isList(child) && isTightList(child))) isTight = false;
    });
    if (item.firstChild?.content.size === 0 && item.childCount > 1) isTight = false;
  });
  return isTight;
}

/** A list that begins with nothing, or not at 1, cannot follow a paragraph without a blank line. */
function isList(node: Node): boolean {
  if (node.firstChild?.firstChild?.content.size === 0) return false;
  if (node.type.name === "orderedList") return node.attrs["start"] === 1;
  return node.type.name === "bulletList" || (node.type.name === "clauseList" && node.attrs["restarts"] === false);
}

function codeBlock(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}${text === "" ? "" : "\n"}${fence}`;
}

const order = [
  "link",
  "bold",
  "italic",
  "strike",
  "underline",
  "highlight",
  "smallCaps",
  "caps",
  "superscript",
  "subscript",
  "code",
];
const signs: Record<string, [open: string, close: string]> = {
  bold: ["**", "**"],
  italic: ["*", "*"],
  strike: ["~~", "~~"],
  underline: ["<u>", "</u>"],
  superscript: ["<sup>", "</sup>"],
  subscript: ["<sub>", "</sub>"],
  smallCaps: ['<span data-caps="small">', "</span>"],
  caps: ['<span data-caps="all">', "</span>"],
  highlight: ["<mark>", "</mark>"],
};

type Run = { text: string; marks: readonly Mark[]; isRaw?: true };

/** The marks that go around a sign: a link is one itself, and code would show it. */
function signed(node: Node): readonly Mark[] {
  return node.marks.filter(({ type }) => type.name !== "link" && type.name !== "code");
}

/** Before the words of what is referred to. */
function anchor({ attrs }: Node): string {
  const id = attrs["id"] as string | null | undefined;
  return id ? `<a id="${anchorOf(id)}"></a>` : "";
}

function image({ attrs }: Node): string {
  const { src, alt, caption, width } = attrs as { src: string; alt: string; caption: string; width: number };
  const address = `<${src.replaceAll(/[<>\\]/g, "\\$&")}${width === 100 ? "" : `#width=${width}`}>`;
  const title = caption === "" ? "" : ` "${caption.replaceAll(/[\\"&<]/g, (sign) => (sign === "&" ? "&amp;" : `\\${sign}`))}"`;
  return `![${escaped(alt)}](${address}${title})`;
}

function opening({ type, attrs }: Mark): string {
  if (type.name === "link") return "[";
  const isColored = type.name === "highlight" && attrs["color"] !== "yellow";
  return isColored ? `<mark data-color="${String(attrs["color"])}">` : signs[type.name]![0];
}

function closing(mark: Mark): string {
  if (mark.type.name !== "link") return signs[mark.type.name]![1];
  const href = String(mark.attrs["href"]);
  return `](${/[\s()<>\\]/.test(href) ? `<${href.replaceAll(/[<>\\]/g, "\\$&")}>` : href})`;
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^`|`$|^ .* $/s.test(text) ? " " : "";
  return fence + pad + text + pad + fence;
}

function escaped(text: string): string {
  return (
    text
      .replaceAll(/[\\`*_[\]<~|]/g, "\\$&")
      // A citation is read by its brackets, an address with its underscores.
      .replaceAll(/\\\[\\\[([\d,; \t]{1,60})\\\]\\\](?!\()/g, "[[$1]]")
      .replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_")
      .replaceAll(/&(?=#?\w+;)/g, "\\&")
      .replaceAll("\u00a0", "&nbsp;")
      .replaceAll("\n", "\\\n")
  );
}
