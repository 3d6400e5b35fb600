/*
 * The settings, read once from the environment at startup. Every setting has a default that works on a local machine;
 * an invalid value stops startup with the setting's name, the expected form and the fix.
 */
import { z } from "zod";
import { isEmailAddress } from "#core/account/email-address.ts";
import { readSignUpRules } from "#core/installation/sign-up.ts";

const address = z.url({ protocol: /^https?$/ });
const shownPrice = z
  .string()
  .min(1)
  .max(60)
  .optional()
  .describe("the price as shown on pages, such as €12 a month: at most 60 characters");
const seconds = z.coerce.number().int().min(1).max(3600);

/** Named as in knowledge/connectors. */
const lawSources = [
  "eurlex",
  "swedish-law",
  "swedish-bills",
  "swedish-courts",
  "legislation.gov.uk",
  "wetten",
  "rechtspraak",
  "gesetze-im-internet",
  "neuris",
  "edgar",
];
const liveLaw = new Set(["on", "off", ...lawSources]);
const mirror = address.optional().describe("a valid http or https address; leave it out for the source's own");

const envSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe("a port number from 0 to 65535"),
  HOST: z.string().min(1).default("127.0.0.1").describe("the address to listen on, such as 127.0.0.1 or 0.0.0.0"),
  STET_URL: address.optional().describe("the public address of this installation, such as https://stet.example.org"),
  STET_DATA: z.string().min(1).default("data").describe("a folder for the embedded database and files"),
  DISK_RESERVE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(256)
    .describe("how much of the data folder's disk to keep free, in whole megabytes; 0 for no limit"),
  BACKUP_FOLDER: z.string().min(1).optional().describe("a folder outside the data folder, preferably on another disk"),
  BACKUP_HOURS: z.coerce.number().int().min(1).max(744).default(24).describe("whole hours, 1 to 744"),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14).describe("how many backups are kept, 1 to 1000"),
  BACKUP_PASSPHRASE: z.string().min(12).optional().describe("at least 12 characters"),
  BACKUP_BEFORE_UPGRADE: z.enum(["on", "off"]).default("on").describe("on or off"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe("postgres://user:password@host:5432/name; leave it out for the embedded database"),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      "postgres://user:password@host:5432/name, a direct connection to PostgreSQL when DATABASE_URL is a pooler such as PgBouncer",
    ),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe("how many connections to PostgreSQL one process may hold, 2 to 200"),
  AUTH_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe("at least 32 random characters; leave it out and Stet keeps one in its data folder"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).optional().describe("debug, info, warn, error or silent"),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe("at least 16 characters, sent as Bearer to /metrics; without it only this machine may read them"),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe("how many reverse proxies are in front of Stet, 0 to 5"),

  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe("smtp://user:password@host:587 or smtps://…; leave it out and emails are written to the data folder's outbox"),
  MAIL_FROM: z
    .string()
    .transform(senderOf)
    .refine((sender) => isEmailAddress(sender.address))
    .optional()
    .describe("the sender of emails: stet@example.org or Stet <stet@example.org>"),
  MAIL_LINK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(604_800)
    .default(3600)
    .describe("how long a link in an email works, in whole seconds, 1 to 604800"),

  SIGN_UP: z
    .string()
    .transform((text, context) => {
      const rules = readSignUpRules(text);
      if (rules === null) context.addIssue("not who may sign up");
      return rules ?? z.NEVER;
    })
    .optional()
    .describe("anyone, invitation, or email domains with commas between, such as example.org"),

  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GITHUB_CLIENT_ID: z.string().min(1).optional(),
  GITHUB_CLIENT_SECRET: z.string().min(1).optional(),
  MICROSOFT_CLIENT_ID: z.string().min(1).optional(),
  MICROSOFT_CLIENT_SECRET: z.string().min(1).optional(),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]+$/)
    .default("common")
    .describe("a tenant's id or domain, or common, organizations, consumers"),
  MICROSOFT_AUTHORITY: address.default("https://login.microsoftonline.com").describe("a valid http or https address"),
  OIDC_ISSUER: address.optional().describe("the issuer's address, such as https://login.example.org/realms/office"),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(40).default("single sign-on").describe("a name of at most 40 characters"),

  UPLOAD_FILE_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(25)
    .describe("how large a file may be, in whole megabytes, 1 to 1000"),
  IMPORT_FILE_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(2000)
    .describe("how large another product's export may be, in whole megabytes, 1 to 100000"),
  UPLOAD_FILES: z.coerce.number().int().min(1).max(50).default(5).describe("how many files one upload may hold, 1 to 50"),
  S3_ENDPOINT: address
    .refine((given) => new URL(given).pathname.length > 1)
    .optional()
    .describe("the address of a bucket in S3-compatible storage, such as https://s3.example.org/stet"),
  S3_REGION: z.string().min(1).default("auto").describe("a region, such as eu-north-1; auto where the storage has none"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  UPLOAD_SILENCE_SECONDS: seconds.default(30).describe("whole seconds, 1 to 3600"),

  // The API usage page looks back ninety days.
  USAGE_DAYS: z.coerce.number().int().min(92).max(3660).default(400).describe("whole days, 92 to 3660"),

  LIVE_LAW: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ""))
    .refine((names) => names.length > 0 && names.every((name) => liveLaw.has(name)))
    .default(["on"])
    .describe(`on, off, or some of ${lawSources.join(", ")}, separated by commas`),
  LAW_CONTACT: z
    .string()
    .max(200)
    .regex(/^[\x20-\x7e]*\S+@\S+\.\S+[\x20-\x7e]*$/)
    .optional()
    .describe("how Stet identifies itself to sources of law, with an email address: Example Ltd law@example.org"),
  LAW_FRESH_HOURS: z.coerce.number().int().min(0).max(8760).default(24).describe("whole hours, 0 to 8760"),
  LAW_WAIT_SECONDS: z.coerce.number().int().min(1).max(30).default(6).describe("whole seconds, 1 to 30"),
  EURLEX_URL: mirror,
  SWEDISH_LAW_URL: mirror,
  LEGISLATION_GOV_UK_URL: mirror,
  WETTEN_URL: mirror,
  RECHTSPRAAK_URL: mirror,
  SWEDISH_COURTS_URL: mirror,
  NEURIS_URL: mirror,
  GESETZE_IM_INTERNET_URL: mirror,
  EDGAR_URL: mirror,

  DASHBOARD_URL: address.optional().describe("a valid http or https address"),
  MARKETING_URL: address.optional().describe("a valid http or https address"),
  PRIVACY_URL: address.optional().describe("a valid http or https address"),
  ROADMAP_URL: address.optional().describe("a valid http or https address"),
  CONTACT_EMAIL: z.email().optional().describe("an email address, such as editors@example.org"),
  PUBLIC_API_URL: z
    .union([address, z.literal("#")])
    .default("#")
    .describe("a valid http or https address, or # for none"),

  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_PRICE_STARTER: z.string().min(1).optional(),
  STRIPE_PRICE_PROFESSIONAL: z.string().min(1).optional(),
  STRIPE_PRICE_SEAT: z.string().min(1).optional(),
  STRIPE_URL: address.optional().describe("a valid http or https address; leave it out for Stripe's own"),
  PRICE_STARTER: shownPrice,
  PRICE_PROFESSIONAL: shownPrice,
  PRICE_SEAT: shownPrice,
  API_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(120)
    .describe("how many requests a minute a key may make, 1 to 100000"),

  DEFAULT_PLAN: z
    .enum(["free", "starter", "starter-pending-cancel", "professional"])
    .default("professional")
    .describe("the plan of new accounts: free, starter, starter-pending-cancel or professional"),

  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: address.optional().describe("a valid http or https address"),
  ANTHROPIC_API_KEY: z.string().min(1).optional(),
  ANTHROPIC_BASE_URL: address.optional().describe("a valid http or https address"),
  GOOGLE_API_KEY: z.string().min(1).optional(),
  GEMINI_API_KEY: z.string().min(1).optional(),
  GOOGLE_BASE_URL: address.optional().describe("a valid http or https address"),
  MODEL_SERVER_URL: address.optional().describe("the address of an OpenAI-compatible server, such as http://127.0.0.1:11434/v1"),
  MODEL_SERVER_KEY: z.string().min(1).optional(),
  MODEL_SERVER_NAME: z.string().min(1).max(40).optional().describe("a name of at most 40 characters"),
  LOCAL_MODEL_SERVERS: z
    .string()
    .transform((text) => (text.trim() === "off" ? [] : text.split(/[\s,]+/).filter((one) => one !== "")))
    .refine((all) => all.length <= 10 && all.every((one) => address.safeParse(one).success))
    .default(["http://127.0.0.1:11434", "http://127.0.0.1:1234", "http://127.0.0.1:8080", "http://127.0.0.1:8000"])
    .describe("off, or at most ten addresses with commas between, such as http://127.0.0.1:11434"),
  TOOL_PROGRAMS: z.string().min(1).optional().describe("the path of a JSON file with mcpServers, as other clients have it"),
  EMBEDDING_MODEL: z.string().min(1).max(200).optional().describe("a model's name of at most 200 characters"),
  EMBEDDING_URL: address.optional().describe("the address of a server with OpenAI's embeddings API"),
  EMBEDDING_KEY: z.string().min(1).optional(),
  TRANSCRIPTION_URL: address
    .optional()
    .describe("the address of a server with OpenAI's transcription API, such as http://127.0.0.1:8000/v1"),
  TRANSCRIPTION_KEY: z.string().min(1).optional(),
  TRANSCRIPTION_MODEL: z.string().min(1).max(200).default("whisper-1").describe("a model's name of at most 200 characters"),
  WEB_SEARCH: z
    .enum(["searxng", "brave", "tavily", "exa", "openai", "anthropic", "google"])
    .optional()
    .describe("the service that searches the web: searxng, brave, tavily, exa, openai, anthropic or google"),
  WEB_SEARCH_KEY: z.string().min(1).optional(),
  WEB_SEARCH_URL: address.optional().describe("a valid http or https address"),
  WEB_SEARCH_MODEL: z.string().min(1).max(200).optional().describe("a model's name of at most 200 characters"),
  WEB_FAVICONS: z.enum(["on", "off"]).default("on").describe("on or off"),
  MODEL_FIRST_BYTE_SECONDS: seconds.default(120).describe("whole seconds, 1 to 3600"),
  MODEL_SILENCE_SECONDS: seconds.default(60).describe("whole seconds, 1 to 3600"),
  REVIEW_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(8)
    .describe("requests at once to one provider of models for reviews, 1 to 200"),
  BUILTIN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(200)
    .default(4)
    .describe("milliseconds between two words of the built-in editor, 0 to 200"),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(envSchema.shape);

type Settings = z.infer<typeof envSchema>;
export type Env = Settings & {
  url: string;
  isHttps: boolean;
  /** The names of the settings that were made. */ given: readonly string[];
};

/** Reads settings from `source`. Throws an Error whose message is meant for people. Empty strings count as not set. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const result = envSchema.safeParse(given);
  if (!result.success) throw new Error(explain(result.error, given));
  const env = result.data;
  for (const names of together) refuseHalf(names, env);
  refuseUnsearchable(env);
  if (env.DATABASE_URL === undefined) refuseHalf(["DATABASE_DIRECT_URL", "DATABASE_URL"], env);
  const url = new URL(env.STET_URL ?? `http://localhost:${env.PORT}`).origin;
  return { ...env, url, isHttps: url.startsWith("https:"), given: settingNames.filter((name) => Object.hasOwn(given, name)) };
}

/** Settings that require each other. */
const together = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
] as const satisfies (keyof Settings)[][];

function refuseHalf(names: readonly (keyof Settings)[], env: Settings): void {
  const missing = names.filter((name) => env[name] === undefined);
  const given = names.filter((name) => env[name] !== undefined);
  if (missing.length === 0 || given.length === 0) return;
  throw new Error(
    `Stet cannot start: a setting is missing.\n  ${missing.join(" and ")} must be set together with ${given.join(" and ")}.\n    Set it, or unset the rest: unset ${given.join(" ")}`,
  );
}

/** What each search service needs, any one of these: the key of a model provider is enough for its own search. */
const searchNeeds = {
  searxng: ["WEB_SEARCH_URL"],
  brave: ["WEB_SEARCH_KEY"],
  tavily: ["WEB_SEARCH_KEY"],
  exa: ["WEB_SEARCH_KEY"],
  openai: ["OPENAI_API_KEY", "WEB_SEARCH_KEY"],
  anthropic: ["ANTHROPIC_API_KEY", "WEB_SEARCH_KEY"],
  google: ["GOOGLE_API_KEY", "GEMINI_API_KEY", "WEB_SEARCH_KEY"],
} as const;

function refuseUnsearchable(env: Settings): void {
  if (env.WEB_SEARCH === undefined) return;
  const needed = searchNeeds[env.WEB_SEARCH];
  if (needed.some((name) => env[name] !== undefined)) return;
  throw new Error(
    `Stet cannot start: a setting is missing.\n  ${needed[0]} must be set together with WEB_SEARCH=${env.WEB_SEARCH}.\n    Set it, or unset the rest: unset WEB_SEARCH`,
  );
}

function explain(error: z.ZodError, given: Record<string, string | undefined>): string {
  const names = [...new Set(error.issues.map((issue) => String(issue.path[0])))];
  const lines = names.map((name) => {
    const form = envSchema.shape[name as keyof typeof envSchema.shape].description ?? "another value";
    const secret = /KEY|SECRET|TOKEN|PASSPHRASE|DATABASE_(?:DIRECT_)?URL|SMTP_URL/.test(name);
    const value = secret ? "invalid" : JSON.stringify(given[name]);
    return `  ${name} is ${value}, but must be ${form}.\n    Fix it, or unset it: unset ${name}`;
  });
  return `Stet cannot start: ${names.length === 1 ? "a setting is" : "some settings are"} wrong.\n${lines.join("\n")}`;
}

function senderOf(text: string): { name: string; address: string } {
  const match = /^([^<>\r\n]*)<([^<>\s]+)>$/.exec(text.trim());
  return match === null ? { name: "Stet", address: text.trim() } : { name: match[1]!.trim() || "Stet", address: match[2]! };
}
