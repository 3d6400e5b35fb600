/*
 * Which modules share a file. By default the bundler makes a file for every set of modules that some pages share: 75
 * for the chat page, most under a kilobyte, each with its own headers and its own turn in the queue of six
 * connections. Here what a page always needs is one file, and what is loaded later stays separate.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

type Bundle = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** Loaded by every page of the application. */
const framePages = ["entry.client.tsx", "root.tsx", "routes/app-layout.tsx"];
const chatPages = ["routes/chat/chat-layout.tsx", "routes/chat/start.tsx"];
/** What an empty chat does without: the messages, and Markdown, which other pages show as well. */
const conversationPage = "routes/chat/conversation.tsx";
/** These show a conversation, so they need what the chat needs. */
const draftPage = "routes/vault/draft.tsx";
const readingPages = ["routes/shared/chat.tsx", "routes/marketing/demo.tsx", draftPage];

/**
 * A few bytes shared by lazily loaded parts of the chat and a draft's page: smaller than the cost of a file of their
 * own.
 */
const shared = [
  "core/text/words.ts",
  "core/changes/change-blocks.ts",
  "ui/chat/open-document.ts",
  "ui/kit/difference.tsx",
  "ui/kit/dialog.tsx",
];

type Home = "frame" | "chat" | "messages" | "markdown" | "document" | "editor" | "draft";

const isDocument = /[\\/](?:core[\\/]document[\\/](?:document-html|document-repair|version-words)|ui[\\/]trusted-html)\.ts$/;
const icons = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?!index\.)/;

/** The groups for the bundler's `output.codeSplitting`; the first match wins. `app` is the source folder. */
export function chunkGroups(app: string) {
  let homes: Map<string, Home> | undefined;
  const homeOf = (id: string, bundle: Bundle) => (homes ??= homesOf(app, bundle)).get(id);
  const only = (name: Home) => (id: string, bundle: Bundle) => (homeOf(id, bundle) === name ? name : null);
  const words = /[\\/]core[\\/](\w+[\\/])?(word-diff|sentences)\.ts$/;
  return [
    { name: "react", test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 6 },
    { name: only("frame"), priority: 5 },
    { name: only("chat"), priority: 4 },
    { name: only("markdown"), priority: 4 },
    { name: only("messages"), priority: 4 },
    // A group takes along what its modules import, so what the page of a draft shares comes first: with pages that show a
    // document, and with the editor in a chat. With the rest goes what its later parts share with it, since they are only loaded from there.
    { name: only("editor"), priority: 1 },
    { name: only("draft"), priority: 0 },
    // A draft's page and the preview of a template need both; what only the one needs would be files of a kilobyte or three,
    // and so would what the page shares with its dialogs.
    {
      name: (id: string, bundle: Bundle) => (isDocument.test(id) || homeOf(id, bundle) === "document" ? "document" : null),
      priority: 2,
    },
    // Locating a change, and choosing among its places: small, and needed by a draft's page and by parts of the chat.
    {
      name: "patch",
      test: /[\\/](?:core[\\/](?:changes[\\/]patch(?:-json)?|law[\\/]quotation)|chat[\\/]blocks[\\/]place-choices)\.tsx?$/,
      priority: 2,
    },
    // Otherwise the bundler adds these to the chat's file, because everything that needs them has that file already. With them
    // go the icons of all later parts, too small for files of their own.
    {
      name: (id: string, bundle: Bundle) =>
        words.test(id) || (icons.test(id) && homeOf(id, bundle) === undefined) ? "later" : null,
      priority: 3,
    },
  ];
}

function homesOf(app: string, bundle: Bundle): Map<string, Home> {
  const [frame, chat] = [framePages, chatPages].map((files) => reach(app, files, bundle)) as [Ids, Ids];
  for (const file of shared) chat.add(join(app, file));
  const known = new Set([...framePages, ...chatPages, conversationPage, ...readingPages]);
  const pages = globSync("routes/**/*.tsx", { cwd: app }).filter((file) => !known.has(file) && !file.includes(".test."));
  const others = reach(app, pages, bundle);
  const light = reach(
    app,
    pages.filter((page) => ![...reach(app, [page], bundle)].some((id) => /[\\/](?:prosemirror-model|zod)[\\/]/.test(id))),
    bundle,
  );
  const draft = reach(app, [draftPage], bundle);
  const homes = new Map<string, Home>();
  // Other pages should not fetch all of the chat for one button. Only modules that the chat page runs anyway are
  // included: everything in a file runs with it, and Zod's first schema calls Function, which the CSP forbids.
  for (const id of new Set([...frame, ...chat])) homes.set(id, frame.has(id) || others.has(id) || draft.has(id) ? "frame" : "chat");
  for (const id of reach(app, [conversationPage], bundle))
    if (!homes.has(id)) homes.set(id, draft.has(id) ? "frame" : others.has(id) ? "markdown" : "messages");
  const elsewhere = reach(app, laterParts(app), bundle);
  for (const id of draft)
    if (!homes.has(id))
      homes.set(id, light.has(id) ? "frame" : others.has(id) ? "document" : elsewhere.has(id) ? "editor" : "draft");
  return homes;
}

/** What is loaded when it is needed, except by the page of a draft. */
function laterParts(app: string): string[] {
  const found = globSync("ui/**/*.{ts,tsx}", { cwd: app }).filter((file) => !file.includes(".test."));
  return found.flatMap((file) => {
    const source = readFileSync(join(app, file), "utf8");
    const parts = [...source.matchAll(/import\("(\.[^"]+)"\)/g)].map(([, path = ""]) => join(dirname(file), path));
    return parts.filter((part) => !part.startsWith(join("ui", "editor")));
  });
}

type Ids = Set<string>;

/** The ids of all modules that are loaded with these files. */
function reach(app: string, files: string[], bundle: Bundle): Ids {
  const found = new Set<string>();
  // A route is a separate entry: what remains of it without the server's part.
  const open = files.flatMap((file) => [join(app, file), `${join(app, file)}?__react-router-build-client-route`]);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const module = found.has(id) ? null : bundle.getModuleInfo(id);
    if (module === null) continue;
    found.add(id);
    const isIconList = id.endsWith(iconList);
    if (!isIconList) open.push(...module.importedIds);
    const list = module.importedIds.find((imported) => imported.endsWith(iconList));
    if (list !== undefined && !isIconList) open.push(...iconsOf(id, list));
  }
  return found;
}

const iconList = "lucide-react.mjs";
let iconFiles: Map<string, string> | undefined;

/** The files of the icons a module imports by name: their list imports every icon there is. */
function iconsOf(id: string, list: string): string[] {
  iconFiles ??= new Map(
    [...readFileSync(list, "utf8").matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, join(dirname(list), file)] as const),
    ),
  );
  const source = readFileSync(id.replace(/\?.*$/, ""), "utf8");
  const imported = [...source.matchAll(/import \{([^}]*)\} from "lucide-react"/g)].flatMap(
    ([, names = ""]) => names.match(/\w+/g) ?? [],
  );
  return imported.flatMap((name) => iconFiles?.get(name) ?? []);
}
