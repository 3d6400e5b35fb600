/*
 * The embedded engine alone, as Stet runs it: the same parameters, its WebAssembly at the baseline tier. Prints a line
 * when it is ready, and waits.
 *
 * node bare-engine.ts FOLDER
 */
import { PGlite } from "@electric-sql/pglite";
import { startParameters } from "#server/db/embedded/start-parameters.ts";
import { withBaselineCode } from "#server/db/embedded/baseline-code.ts";

const [folder] = process.argv.slice(2);
const engine = new PGlite(folder!, { startParams: startParameters });
await withBaselineCode(() => engine.waitReady);
await engine.query("select count(*) from chats");
process.stdout.write("ready\n");
setInterval(() => undefined, 1_000);
