/* ext4 on a loop device that can lose its power. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function whatIsMissing(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs Linux and root";
  if (!existsSync("/dev/loop-control")) return "needs loop devices";
  try {
    execFileSync("sh", ["-c", "command -v mkfs.ext4 && command -v python3"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "needs mkfs.ext4 and python3";
  }
}

export class LoopDisk {
  readonly #image: string;
  readonly #mountPoint: string;
  readonly data: string;
  /** A whole data folder. */
  readonly folder: string;

  constructor(folder: string) {
    this.#image = join(folder, "image");
    this.#mountPoint = join(folder, "disk");
    this.data = join(this.#mountPoint, "database");
    this.folder = join(this.#mountPoint, "stet");
    mkdirSync(this.#mountPoint);
  }

  format() {
    writeFileSync(this.#image, "");
    truncateSync(this.#image, 768 * 1024 * 1024);
    execFileSync("mkfs.ext4", ["-q", "-F", this.#image]);
    this.mount();
  }

  mount() {
    execFileSync("mount", ["-o", "loop", this.#image, this.#mountPoint]);
  }

  unmount() {
    try {
      execFileSync("umount", [this.#mountPoint], { stdio: "ignore" });
    } catch {
      // It was not mounted.
    }
  }

  /** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: from now on nothing reaches the image. */
  cutPower() {
    const program = "import fcntl,os,struct,sys; fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack('I', 2))";
    execFileSync("python3", ["-c", program, this.#mountPoint]);
  }
}
