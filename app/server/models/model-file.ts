/*
 * Converts an attached file for a model. Every wire takes images, some take PDF: text files are
 * sent as text, and for anything else the model gets the name, so that it can say so instead of
 * guessing.
 */
import type { ProviderId } from "#core/models/models.ts";
import { fenced } from "./fenced.ts";
import type { ModelMessage } from "./model.ts";

export type ModelFile = Extract<Extract<ModelMessage, { role: "user" }>["parts"][number], { type: "file" }>;

export type ReadableFile =
  | { kind: "image"; mediaType: string; data: string; dataUrl: string }
  | { kind: "pdf"; name: string; data: string; dataUrl: string }
  | { kind: "text"; text: string };

const imageTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const textTypes = /^text\/|^application\/(json|xml|yaml|x-yaml|javascript|typescript|csv|rtf)$|[+](json|xml)$/;

/** Whose wire carries a PDF. */
const takesPdf: ReadonlySet<ProviderId> = new Set(["openai", "anthropic", "google"]);

/** As this provider's wire carries it, and as the record of what was sent says; with null, only what every wire carries. */
export function readableFile(file: ModelFile, provider: ProviderId | null): ReadableFile {
  const mediaType = (file.mediaType.split(";")[0] ?? "").trim().toLowerCase();
  const dataUrl = `data:${mediaType};base64,${file.data}`;
  if (imageTypes.has(mediaType)) return { kind: "image", mediaType, data: file.data, dataUrl };
  if (mediaType === "application/pdf" && provider !== null && takesPdf.has(provider))
    return { kind: "pdf", name: file.name, data: file.data, dataUrl };
  if (textTypes.test(mediaType)) {
    const text = Buffer.from(file.data, "base64").toString("utf8");
    return { kind: "text", text: fenced(`attached file ${file.name}`, text) };
  }
  return {
    kind: "text",
    text: `[A file is attached that this model cannot read: ${JSON.stringify(file.name)}, ${mediaType || "unknown type"}.]`,
  };
}
