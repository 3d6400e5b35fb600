/* npm run db:make -- "shared chats" creates the next migration, named by today's date. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const words = process.argv.slice(2).join(" ");
const slug = words
  .toLowerCase()
  .replaceAll(/[^a-z0-9]+/g, "-")
  .replaceAll(/^-|-$/g, "");
const name = `${new Date().toISOString().slice(0, 10)}-${slug}.sql`;
const path = join(import.meta.dirname, "../app/server/db/migrations", name);

if (slug === "" || existsSync(path)) {
  console.error(
    slug === "" ? 'Say what changes: npm run db:make -- "shared chats"' : `${name} is there already: choose another name.`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(path, `-- ${words[0]?.toUpperCase()}${words.slice(1)}: why, in a sentence or two.\n\n`);
  console.log(`app/server/db/migrations/${name}`);
}
