/* Loaded into the engine's thread: flushing fails while the file named by STET_DISK_FAILS exists. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { existsSync, fdatasyncSync } = fs;

fs.fdatasyncSync = (descriptor) => {
  if (existsSync(process.env["STET_DISK_FAILS"] as string))
    throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
  fdatasyncSync(descriptor);
};
syncBuiltinESMExports();
