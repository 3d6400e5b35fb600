/* Files by API key, in OpenAI's format so that its clients can upload and list them. */
import { z } from "zod";
import { recognisableIn } from "#core/sources/recognised-page.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
import { listFiles } from "#server/data/files/files.ts";
import { takeUpload } from "#server/files/upload.ts";
import type { Stet } from "#server/stet.ts";
import { whileAccess } from "../held-access.ts";
import { route } from "./route.ts";

const fileSchema = z.object({
  id: z.uuid(),
  object: z.literal("file"),
  filename: z.string(),
  bytes: z.int(),
  created_at: z.int().describe("Seconds since 1970."),
  purpose: z.literal("user_data"),
  status: z.literal("processed"),
  content_type: z.string().describe("What it was found to be, whatever it was called."),
  project_id: z.uuid().nullable(),
});

const mostListed = 500;
const inProject = z.object({ project_id: z.uuid().optional() });
const form = {
  type: "multipart/form-data",
  schema: {
    type: "object",
    properties: { file: { type: "string", format: "binary" }, purpose: { type: "string", description: "Not looked at." } },
    required: ["file"],
  },
};

export function files(stet: Stet) {
  const { db, fileStore: store, extraction } = stet;
  const { UPLOAD_FILE_MB, UPLOAD_SILENCE_SECONDS } = stet.env;
  const limits = { bytes: UPLOAD_FILE_MB * 1_000_000, files: 1, silenceMs: UPLOAD_SILENCE_SECONDS * 1000 };
  return [
    route({
      method: "get",
      path: "/v1/files",
      scope: "files:read",
      summary: "List files",
      description: `The newest ${mostListed}, or those of one project.`,
      query: inProject,
      answer: z.object({ object: z.literal("list"), data: z.array(fileSchema), has_more: z.literal(false) }),
      async handle({ me, query: { project_id: projectId } }) {
        const found = await listFiles(me, db, { projectId, limit: mostListed });
        return { object: "list", data: found.map(fileOf), has_more: false };
      },
    }),
    route({
      method: "post",
      path: "/v1/files",
      scope: "files:write",
      summary: "Upload a file",
      description: `One file of at most ${UPLOAD_FILE_MB} MB. Its text is read at once; the same file again is the one that is there.`,
      query: inProject,
      form,
      answer: fileSchema,
      async handle({ c, me, query: { project_id: projectId = null } }) {
        const { headers, body } = c.req.raw;
        try {
          const [file] = await whileAccess(stet, c, (access) =>
            takeUpload({ db, store, extraction, limits }, me, { headers, body, projectId, access }),
          );
          await stet.scannedFiles.arrived(me, [file!], recognisableIn(c.req.header("accept-language") ?? null));
          return fileOf(file!);
        } catch (refusal) {
          // The rest of a refused file is not read.
          if (refusal instanceof Response) refusal.headers.set("connection", "close");
          throw refusal;
        }
      },
    }),
  ];
}

function fileOf({ id, originalName, size, lastModified, contentType, projectId }: StoredFile): z.infer<typeof fileSchema> {
  return {
    id,
    object: "file",
    filename: originalName,
    bytes: size,
    created_at: Math.floor(Date.parse(lastModified) / 1000),
    purpose: "user_data",
    status: "processed",
    content_type: contentType,
    project_id: projectId,
  };
}
