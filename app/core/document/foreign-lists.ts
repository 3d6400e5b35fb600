/*
 * Detects lists that word processors don't mark up as lists. Word saves an item
 * as a paragraph with its number typed in front; Google saves each level as a
 * separate list; LibreOffice nests a list directly in a list. Multi-level
 * numbers ("1.1") make clauses.
 */

type Item = { block: Element; marker: string; level: number; list: string };
type Kind = "bullet" | "clause" | "ordered";

export function takeForeignLists(body: HTMLElement): void {
  takeTypedNumbers(body);
  takeFlatLists(body);
  for (const inner of body.querySelectorAll("ul > ul, ul > ol, ol > ul, ol > ol")) intoItem(inner);
}

const legalNumber = /^\(?\d+\.\d+/;
const bulletSign = /^(?:[^\p{L}\p{N}(]+|o|§|Ø|ü)$/u;

function takeTypedNumbers(body: HTMLElement): void {
  const items: Item[] = [];
  for (const block of body.querySelectorAll("p, h1, h2, h3, h4, h5, h6")) {
    const item = itemOf(block);
    if (item) items.push(item);
  }
  const clauses = new Set(items.flatMap(({ list, marker }) => (list !== "" && legalNumber.test(marker) ? [list] : [])));
  for (let at = 0; at < items.length;) {
    let end = at + 1;
    while (end < items.length && nextBlock(items[end - 1]!.block) === items[end]!.block) end++;
    const run = items.slice(at, end);
    const isLegal = run.some(({ list, marker }) => legalNumber.test(marker) || clauses.has(list));
    listed(run, isLegal);
    at = end;
  }
}

/** The number is marked as one, or followed by a gap in 7 pt type, as Word does. */
function itemOf(block: Element): Item | null {
  const style = block.getAttribute("style") ?? "";
  const said = /mso-list:\s*(l\d+)\s+level(\d)/i.exec(style);
  const ignored = block.querySelector("[style*='mso-list:Ignore'], [style*='mso-list: Ignore']");
  const gap = [...block.querySelectorAll("span[style*='7.0pt'], span[style*='7pt']")].find(
    (one) => one.textContent.trim() === "" && one.childElementCount === 0,
  );
  const marker = (ignored?.textContent ?? (gap ? wordsBefore(block, gap) : "")).trim();
  if (marker === "" || marker.length > 12 || /\s/.test(marker)) return null;
  const level = said === null ? levelBy(style) : Number(said[2]) - 1;
  if (ignored) ignored.remove();
  else if (gap) removeBefore(block, gap);
  return { block, marker, level: Math.min(8, level), list: said?.[1] ?? "" };
}

/** Half an inch per level. */
function levelBy(style: string): number {
  const [, value, unit] = /margin-left:\s*([\d.]+)(pt|in|cm)/.exec(style) ?? [];
  const points = Number(value ?? 36) * (unit === "in" ? 72 : unit === "cm" ? 28.35 : 1);
  return Math.max(0, Math.round(points / 36) - 1);
}

function textsBefore(block: Element, gap: Element): ChildNode[] {
  const found: ChildNode[] = [];
  const walk = (node: ChildNode): boolean => {
    if (node === gap) return true;
    if (node.nodeType === 3) found.push(node);
    return [...node.childNodes].some(walk);
  };
  [...block.childNodes].some(walk);
  return found;
}

function wordsBefore(block: Element, gap: Element): string {
  return textsBefore(block, gap)
    .map((one) => one.textContent)
    .join("");
}

function removeBefore(block: Element, gap: Element): void {
  for (const text of textsBefore(block, gap)) text.remove();
  gap.remove();
}

function nextBlock(block: Element): Element | null {
  let next = block.nextSibling;
  while (next && next.nodeType !== 1 && (next.nodeType !== 3 || next.textContent!.trim() === "")) next = next.nextSibling;
  return next?.nodeType === 1 ? (next as Element) : null;
}

function listed(run: readonly Item[], isLegal: boolean): void {
  const { ownerDocument } = run[0]!.block;
  const open: { level: number; kind: Kind; list: Element }[] = [];
  for (const { block, marker, level } of run) {
    const kind: Kind = bulletSign.test(marker) ? "bullet" : isLegal ? "clause" : "ordered";
    while (open.length > 0 && open.at(-1)!.level > level) open.pop();
    const last = open.at(-1);
    if (last === undefined || last.level < level || last.kind !== kind) {
      const list = ownerDocument.createElement(kind === "bullet" ? "ul" : "ol");
      if (kind === "clause") list.setAttribute("data-clauses", "");
      if (kind === "ordered" && valueOf(marker) > 1) list.setAttribute("start", String(valueOf(marker)));
      const parent = last === undefined ? null : last.level < level ? last : open.at(-2);
      if (parent) parent.list.lastElementChild!.append(list);
      else block.before(list);
      if (last !== undefined && last.level === level) open.pop();
      open.push({ level, kind, list });
    }
    const item = ownerDocument.createElement("li");
    if (kind === "clause") item.setAttribute("data-clause", "");
    open.at(-1)!.list.append(item);
    item.append(block);
  }
}

function valueOf(marker: string): number {
  const [, digits, letter] = /^\(?(?:(\d+)|([a-z]))[.)]?$/i.exec(marker) ?? [];
  if (digits !== undefined) return Number(digits);
  return letter === undefined ? 1 : letter.toLowerCase().codePointAt(0)! - 96;
}

const flat = /(?:^|\s)lst-(kix_\w+)-(\d)(?=\s|$)/;

function takeFlatLists(body: HTMLElement): void {
  let open: { name: string; level: number; list: Element }[] = [];
  let before: Element | null = null;
  for (const list of body.querySelectorAll("ul[class*='lst-kix'], ol[class*='lst-kix']")) {
    const [, name = "", digit] = flat.exec(list.className) ?? [];
    const level = Number(digit);
    if (before === null || nextBlock(before) !== list || open[0]?.name !== name) open = [];
    else list.remove();
    const follows = open.length > 0;
    while (open.length > 0 && open.at(-1)!.level > level) open.pop();
    const last = open.at(-1);
    if (last?.level === level) last.list.append(...list.childNodes);
    else {
      if (last) (last.list.lastElementChild ?? last.list).append(list);
      else if (follows) before!.after(list);
      open.push({ name, level, list });
    }
    before = open[0]!.list;
  }
}

/** Moves a nested list into the preceding item, or into the last item of the preceding list. */
function intoItem(inner: Element): void {
  const outer = inner.parentElement!;
  const before = outer.previousElementSibling;
  const item = inner.previousElementSibling ?? (before && /^[uo]l$/.test(before.localName) ? before.lastElementChild : null);
  if (item?.localName === "li") item.append(inner);
  else {
    const made = inner.ownerDocument.createElement("li");
    inner.before(made);
    made.append(inner);
  }
  if (outer.childElementCount === 0) outer.remove();
}
