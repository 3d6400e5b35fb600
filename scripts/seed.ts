/*
 * Creates a person with sample chats, one of them a thousand messages long, in the configured database. An address
 * can be given: npm run seed -- grace@example.test
 */
import { randomBytes } from "node:crypto";
import { createAuth } from "#server/accounts/auth.ts";
import { openDatabase } from "#server/db/database.ts";
import { readEnv } from "#server/env.ts";
import { createLog } from "#server/log.ts";
import { noMail } from "#server/email/email-queue.ts";
import { secretOf } from "#server/storage/secret.ts";
import { longChat } from "./seed/long-chat.ts";
import { sampleChats } from "./seed/sample-chats.ts";
import { writeChat } from "./seed/write-chat.ts";

const email = process.argv[2] ?? "ada@example.test";
const hour = 3_600_000;

try {
  const env = readEnv({ LOG_LEVEL: "error", ...process.env });
  const log = createLog(env);
  const database = await openDatabase({
    url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    folder: `${env.STET_DATA}/database`,
    log,
  });
  try {
    const auth = createAuth({ env, secret: await secretOf(env), database, log, mail: noMail });
    const password = randomBytes(9).toString("base64url");
    const name = email.replace(/@.*/, "").replace(/^\w/, (letter) => letter.toUpperCase());
    const { user } = await auth.api.signUpEmail({ body: { name, email, password } });

    let ago = 20 * 24 * hour;
    await writeChat(database.db, user.id, {
      title: "A thousand messages about leases",
      messages: longChat(1000, 1500),
      endedAt: new Date(Date.now() - ago),
    });
    for (const chat of sampleChats) {
      ago /= 5;
      await writeChat(database.db, user.id, { ...chat, endedAt: new Date(Date.now() - ago) });
    }
    process.stdout.write(`\n  ${email} has ${sampleChats.length + 1} chats. Password: ${password}\n\n`);
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`\n  Nothing was made: ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exitCode = 1;
}
