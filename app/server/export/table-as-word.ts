/* A table under a title as a Word file. The first row is its head. */
import { documentSchema } from "#core/document/document-schema.ts";
import { renderDocx } from "./docx.ts";

export type TitledTable = { title: string; rows: readonly (readonly string[])[] };

export function tableAsWord({ title, rows }: TitledTable): Promise<Uint8Array> {
  const words = (text: string) => (text === "" ? [] : [{ type: "text", text }]);
  const made = rows.map((cells, at) => ({
    type: "tableRow",
    content: cells.map((text) => ({
      type: at === 0 ? "tableHeader" : "tableCell",
      content: [{ type: "paragraph", content: words(text) }],
    })),
  }));
  const heading = { type: "heading", attrs: { level: 1 }, content: words(title) };
  const document = documentSchema.nodeFromJSON({ type: "doc", content: [heading, { type: "table", content: made }] });
  return renderDocx(document, { title });
}
