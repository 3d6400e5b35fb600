/* Counts what an OpenDocument text says, from the events of its XML; it shares nothing with the reader but the XML parser. */
import { Tally, type Counts } from "#core/losses/counts.ts";
import { safeHref } from "#core/text/safe-href.ts";
import type { Archive } from "../zip.ts";
import { readXml } from "../readers/xml.ts";

type Attribute = (name: string) => string | undefined;

/** Words in them aren't the text's: numbers of notes, comments, lists of choices, and what only the program reads. */
const aside = new Set(["note-citation", "annotation", "sequence-decls", "forms", "ruby-text", "title", "desc"]);
const looks: [name: string, isOn: (value: string) => boolean][] = [
  ["font-weight", (value) => value === "bold" || Number(value) >= 600],
  ["font-style", (value) => value === "italic" || value === "oblique"],
  ["text-underline-style", (value) => value !== "none"],
  ["text-line-through-style", (value) => value !== "none"],
  ["text-position", (value) => /^(?:super|sub)/.test(value)],
  ["font-variant", (value) => value === "small-caps"],
  ["text-transform", (value) => value === "uppercase"],
];

class OdtContent {
  readonly tally = new Tally();
  #styles = new Map<string, boolean>();
  #style = "";
  #aside = 0;
  #isText = false;
  #lines = 0;
  #links: (string | null)[] = [];
  #spans: boolean[] = [];
  #regions = new Map<string, string>();
  #region = "";
  #inserting = new Set<string>();
  #isDeleted = false;
  #isReference = 0;
  /** A frame shows the first of its pictures. */
  #frames: boolean[] = [];

  open = (name: string, attribute: Attribute, prefix: string): void => {
    if (prefix === "style" && name === "style") this.#style = attribute("name") ?? "";
    else if (prefix === "style" && name === "text-properties")
      this.#styles.set(
        this.#style,
        looks.some(([look, isOn]) => isOn(attribute(look) ?? "none")),
      );
    if (prefix === "office" && name === "text") this.#isText = true;
    if (!this.#isText) return;
    if (aside.has(name)) this.#aside++;
    if (name === "annotation") this.tally.add("comments");
    if (this.#aside > 0) return;
    if (prefix === "draw") this.#openDrawn(name);
    else if (prefix === "text") this.#openText(name, attribute);
  };

  close = (name: string, prefix: string): void => {
    if (!this.#isText) return;
    if (aside.has(name)) this.#aside--;
    if (this.#aside > 0) return;
    if (prefix === "draw" && name === "frame") this.#frames.pop();
    else if (prefix !== "text") return;
    else if (name === "p" || name === "h") this.#lines--;
    else if (name === "a") this.#links.pop();
    else if (name === "span") this.#spans.pop();
    else if (name === "changed-region") this.#region = "";
    else if (name === "deletion") this.#isDeleted = false;
    else if (name === "bookmark-ref" || name === "note-ref") this.#isReference--;
  };

  text = (text: string): void => {
    if (!this.#isText || this.#aside > 0 || this.#lines === 0) return;
    const isInserted = this.#inserting.size > 0;
    if (this.#isReference === 0)
      this.tally.write(text, {
        link: this.#links.at(-1) ?? null,
        isFormatted: this.#spans.includes(true) && !this.#isDeleted,
        isInserted,
        isDeleted: this.#isDeleted,
      });
    else if (isInserted || this.#isDeleted) this.tally.counts.settled = null;
  };

  #openText(name: string, attribute: Attribute): void {
    const id = attribute("change-id") ?? "";
    if (name === "p" || name === "h") {
      this.#lines++;
      this.tally.endBlock();
    } else if (name === "a") this.#links.push(safeHref(attribute("href") ?? ""));
    else if (name === "span") this.#spans.push(this.#styles.get(attribute("style-name") ?? "") ?? false);
    else if (name === "note") this.tally.add("notes");
    else if (name === "bookmark-ref" || name === "note-ref") this.#isReference++;
    else if (name === "changed-region") this.#region = attribute("id") ?? "";
    else if (name === "insertion" || name === "deletion") {
      this.#regions.set(this.#region, name);
      this.#isDeleted = name === "deletion";
    } else if (name === "change-start" && this.#regions.get(id) === "insertion") this.#inserting.add(id);
    else if (name === "change-end") this.#inserting.delete(id);
  }

  #openDrawn(name: string): void {
    if (name === "frame") this.#frames.push(false);
    else if (name === "image" && this.#frames.at(-1) === false) {
      this.#frames[this.#frames.length - 1] = true;
      this.tally.add("pictures");
    }
  }
}

export async function countOdtFile(archive: Archive): Promise<Counts> {
  const content = new OdtContent();
  const part = archive.part("content.xml");
  if (part !== null) await readXml(part, content);
  return content.tally.counts;
}
