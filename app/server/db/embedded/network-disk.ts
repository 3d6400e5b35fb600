/* On network file systems, locks and flushes are not always reliable. */
import { statfsSync } from "node:fs";
import type { Log } from "../log.ts";

/** Linux's magic numbers of network file systems (statfs(2)), and FUSE, which may be one. */
const remote = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB 2"],
  [0x01021997, "9P"],
  [0x00c36400, "Ceph"],
  [0x65735546, "FUSE"],
]);

export function warnOfNetworkDisk(folder: string, log: Log) {
  const kind = process.platform === "linux" ? remote.get(statfsSync(folder).type) : undefined;
  if (kind)
    log.warn(
      { folder, kind },
      "The database lies on a network disk, where flushes and locks may not hold; use a local folder or DATABASE_URL",
    );
}
