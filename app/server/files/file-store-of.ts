/* The configured file storage: a bucket if one is set, else the data folder. */
import { join } from "node:path";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { createFileStore, type FileStore } from "./file-store.ts";
import { createObjectStore } from "./object-store.ts";

type StorageSettings = Pick<Env, "STET_DATA" | "S3_ENDPOINT" | "S3_REGION" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY">;

export function fileStoreOf(env: StorageSettings, log: Log): FileStore {
  const folder = join(env.STET_DATA, "files");
  const onFault = (fault: unknown) => log.error({ err: fault }, "the storage of files failed");
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined) return createFileStore(folder, onFault);
  return createObjectStore({ endpoint, region: env.S3_REGION, accessKeyId, secretAccessKey }, folder, onFault);
}
