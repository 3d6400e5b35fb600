/* Points a document's images at their uploaded files. An image that could not be stored leaves its alt text. */
import { Fragment, type Node } from "prosemirror-model";
import { fileImage, imageSource } from "./document-image.ts";

/** `files` maps each image's temporary id to its file id. */
export function withPictures(node: Node, files: ReadonlyMap<string, string>): Node {
  if (node.isTextblock || (node.isLeaf && node.type.name !== "image")) return node;
  if (node.type.name !== "image") return node.copy(Fragment.fromArray(node.children.map((child) => withPictures(child, files))));
  const source = imageSource(node.attrs["src"]);
  if (source?.kind !== "upload") return node;
  const file = files.get(source.uploadId);
  if (file !== undefined) return node.type.create({ ...node.attrs, src: fileImage(file) });
  const { schema } = node.type;
  const words = String(node.attrs["alt"]) || "no description";
  return schema.nodes["paragraph"]!.create(null, schema.text(`[Picture: ${words}]`));
}
