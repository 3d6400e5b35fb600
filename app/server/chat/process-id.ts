/*
 * Who writes a run: this process, on this machine, since this start. A run whose
 * process died here need not wait for its heartbeat to grow old: whether a
 * process of this machine lives can simply be asked.
 */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

const own = new Set<string>();

export function newProcessId(): string {
  const id = `${hostname()} ${process.pid} ${randomBytes(6).toString("hex")}`;
  own.add(id);
  return id;
}

export function forgetProcessId(id: string): void {
  own.delete(id);
}

/** True only if it is sure: ids of other machines are never known to be dead. */
export function isKnownDead(id: string): boolean {
  const [host, pid] = id.split(" ");
  if (host !== hostname() || own.has(id)) return false;
  // Process numbers come again, in containers always the same one: an id with our number that is not ours is of an earlier start.
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
