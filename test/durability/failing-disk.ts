/* Loaded into the engine's thread: flushing fails for as long as the file STET_DISK_FAILS names is there. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { existsSync, fdatasyncSync } = fs;

fs.fdatasyncSync = (descriptor) => {
  if (existsSync(process.env["STET_DISK_FAILS"] as string))
    throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
  fdatasyncSync(descriptor);
};
syncBuiltinESMExports();
