/*
 * Parts of files on their way in. The tus library acknowledges a part when the
 * kernel has it; a client then drops those bytes and would be asked for them
 * after a power cut. Here a part is acknowledged when the disk has it.
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

/** What each is called and how long it will be, beside it. */
class Descriptions extends FileConfigstore {
  override set(id: string, upload: Upload): Promise<void> {
    return writeDurably(join(this.directory, `${id}.json`), JSON.stringify(upload));
  }
}
