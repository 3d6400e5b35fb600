/*
 * Just enough of a DOM for the renderer, so that thousands of random texts can be
 * tested without a browser. The same renderer runs in real Chromium in test/e2e.
 */
class PaperNode {
  parentNode: PaperElement | null = null;

  remove(): void {
    const siblings = this.parentNode?.childNodes;
    if (siblings) siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }

  replaceWith(other: PaperNode): void {
    const parent = this.parentNode as PaperElement;
    other.remove();
    parent.childNodes[parent.childNodes.indexOf(this)] = other;
    other.parentNode = parent;
    this.parentNode = null;
  }
}

class PaperText extends PaperNode {
  data: string;

  constructor(data: string) {
    super();
    this.data = data;
  }

  appendData(text: string): void {
    this.data += text;
  }
}

class PaperElement extends PaperNode {
  readonly tagName: string;
  readonly attributes = new Map<string, string>();
  childNodes: PaperNode[] = [];
  readonly ownerDocument = paperDocument;

  constructor(tagName: string) {
    super();
    this.tagName = tagName;
  }

  get firstElementChild(): PaperElement | null {
    return this.childNodes.find((node) => node instanceof PaperElement) ?? null;
  }

  get previousElementSibling(): PaperElement | null {
    const siblings = this.parentNode?.childNodes ?? [];
    const before = siblings.slice(0, siblings.indexOf(this));
    return before.findLast((node) => node instanceof PaperElement) ?? null;
  }

  append(...nodes: PaperNode[]): void {
    for (const node of nodes) {
      node.remove();
      node.parentNode = this;
      this.childNodes.push(node);
    }
  }

  replaceChildren(...nodes: PaperNode[]): void {
    for (const node of this.childNodes.slice()) node.remove();
    this.append(...nodes);
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
}

const paperDocument = {
  createElement: (tagName: string) => new PaperElement(tagName),
  createTextNode: (data: string) => new PaperText(data),
};

/** An element of the fake document, typed as a real one. */
export function paperHost(): HTMLElement {
  return new PaperElement("div") as unknown as HTMLElement;
}

/** The inner HTML, with attributes sorted by name. */
export function contentOf(host: HTMLElement): string {
  return (host as unknown as PaperElement).childNodes.map(written).join("");
}

function written(node: PaperNode): string {
  if (node instanceof PaperText)
    return node.data.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
  const { tagName, attributes, childNodes } = node as PaperElement;
  const names = [...attributes].map(
    ([name, value]) =>
      ` ${name}="${value.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;")}"`,
  );
  const start = `<${tagName}${names.join("")}>`;
  return tagName === "br" || tagName === "hr" ? start : `${start}${childNodes.map(written).join("")}</${tagName}>`;
}
