/*
 * Footnotes in HTML from word processors and web pages: a marker links to a
 * note, and the note is the block containing the link's target.
 */

const noteSign = /^#(?:_?(?:ftn|edn)\d|ftnt\d|sd(?:foot|end)note\d+sym|note-\d|fn[:-]?\w|user-content-fn-|cite_note)/i;
const noteBlock =
  "[style*='mso-element:footnote'], [style*='mso-element:endnote'], div[id^='ftn'], div[id^='edn'], div[id^='sdfootnote'], div[id^='sdendnote']";
const lists = "[style*='footnote-list'], [style*='endnote-list'], [role='doc-endnotes']";

export function takeForeignNotes(body: HTMLElement): void {
  const ends = endsIn(body);
  const notes = new Set<Element>();
  for (const sign of body.querySelectorAll<HTMLAnchorElement>("a[href*='#']")) {
    const address = (sign.getAttribute("href") ?? "").replace(/^[^#]*/, "");
    if (!noteSign.test(address) && sign.getAttribute("role") !== "doc-noteref") continue;
    const note = noteOf(ends.get(address.slice(1)), body);
    if (note === null || note.contains(sign)) continue;
    const place = sign.closest("sup") ?? sign;
    const footnote = body.ownerDocument.createElement("span");
    footnote.setAttribute("data-footnote", "");
    const id = sign.id.startsWith("at-") ? sign.id : place.id;
    if (id.startsWith("at-")) footnote.id = id;
    footnote.append(...wordsOfNote(note));
    place.replaceWith(footnote);
    notes.add(note);
  }
  for (const note of notes) {
    for (let before = note.previousElementSibling; before && /^(?:hr|br)$/.test(before.localName);) {
      const one = before;
      before = one.previousElementSibling;
      one.remove();
    }
    const around = note.parentElement;
    note.remove();
    if (around && around !== body && around.textContent.trim() === "" && around.localName === "div") around.remove();
  }
  for (const list of body.querySelectorAll(lists)) if (list.textContent.trim() === "") list.remove();
}

function endsIn(body: HTMLElement): Map<string, Element> {
  const ends = new Map<string, Element>();
  for (const one of body.querySelectorAll("[id], [name]"))
    for (const key of [one.id, one.getAttribute("name")]) if (key && !ends.has(key)) ends.set(key, one);
  return ends;
}

function noteOf(end: Element | undefined, body: HTMLElement): Element | null {
  const note = end?.closest(noteBlock) ?? end?.closest("li") ?? end?.closest("p, div") ?? null;
  const around = note?.parentElement;
  // Google wraps the paragraphs of each note in an unnamed block.
  const isGoogle = note?.localName === "p" && around?.localName === "div" && around !== body;
  if (isGoogle && around.querySelectorAll("a[href^='#ftnt_ref']").length === 1) return around;
  return note === body ? null : note;
}

/** Without the backlink, joined into one line. */
function wordsOfNote(note: Element): ChildNode[] {
  const copy = note.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll("a[href*='#']")) {
    const leadsBack = link.getAttribute("role") === "doc-backlink" || /ref|anc$/i.test(link.getAttribute("href") ?? "");
    if (leadsBack && !link.hasAttribute("data-ref")) (link.closest("sup") ?? link).remove();
  }
  const blocks = [...copy.querySelectorAll("p, div, li")];
  for (const [i, block] of blocks.entries()) {
    if (i > 0) block.before(copy.ownerDocument.createElement("br"));
    block.replaceWith(...block.childNodes);
  }
  // Leading and trailing spaces come from the markup.
  for (const text of edges(copy, "firstChild")) text.textContent = text.textContent!.trimStart();
  for (const text of edges(copy, "lastChild")) text.textContent = text.textContent!.trimEnd();
  return [...copy.childNodes];
}

/** The text nodes at one end, up to the first with words in it. */
function edges(note: Element, end: "firstChild" | "lastChild"): ChildNode[] {
  const found: ChildNode[] = [];
  const walk = (node: ChildNode): boolean => {
    if (node.nodeType === 3) found.push(node);
    if (node.nodeType === 3 || node.childNodes.length === 0) return node.nodeType === 1 || node.textContent!.trim() !== "";
    const children = [...node.childNodes];
    return (end === "firstChild" ? children : children.toReversed()).some(walk);
  };
  walk(note);
  return found;
}
