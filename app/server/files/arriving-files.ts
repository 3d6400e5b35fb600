/*
 * Stores partial uploads. The tus library acknowledges a chunk once the kernel has it; the client
 * then drops those bytes, and a power cut would lose them. Here a chunk is acknowledged once it is
 * on disk.
 */
import { join } from "node:path";
import type { Readable } from "node:stream";
import { FileConfigstore, FileStore } from "@tus/file-store";
import type { Upload } from "@tus/server";
import { flushPath, makeFolder, writeDurably } from "../storage/durable-file.ts";

export class ArrivingFiles extends FileStore {
  constructor(directory: string, expirationPeriodInMilliseconds: number) {
    super({ directory, expirationPeriodInMilliseconds, configstore: new Descriptions(directory) });
  }

  override async create(file: Upload): Promise<Upload> {
    await makeFolder(this.directory);
    const created = await super.create(file);
    await flushPath(join(this.directory, file.id));
    await flushPath(this.directory);
    return created;
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const next = await super.write(readable, id, offset);
    await flushPath(join(this.directory, id));
    return next;
  }
}

/** Stores each upload's name and length next to it. */
class Descriptions extends FileConfigstore {
  override set(id: string, upload: Upload): Promise<void> {
    return writeDurably(join(this.directory, `${id}.json`), JSON.stringify(upload));
  }
}
