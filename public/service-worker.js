/*
 * Opens Stet without a network: the files of the build, which are the same for everyone, and the chats and drafts that
 * were opened last, which are one account's. The network always comes first; what is kept is shown only when there is
 * none.
 *
 * Whose a page is, the server says with every page (x-stet-account), and only the account that was last seen is shown
 * its pages. For another account, or none, everything kept is deleted.
 */
const files = "stet-files-1";
const pages = "stet-pages-1";
const accountKey = "/kept-account";
const mostPages = 40;
const mostFiles = 600;
const longestDays = 30;

/** Chats and drafts, in every workspace. Settings, lists and administration are not kept. */
const isKept = (path) =>
  /^(?:\/organizations\/[^/]+)?\/(?:chat(?:\/[0-9a-f-]{36})?|vault\/projects\/[0-9a-f-]{36}\/drafts\/[0-9a-f-]{36})$/.test(path);

/** Pages asked for, and how many had been when the account last changed: an answer to an earlier one is not its. */
let asked = 0;
let changedAt = 0;
function forgetPages() {
  changedAt = asked;
  return caches.delete(pages);
}

/** One change of what is kept after another. */
let inTurn = Promise.resolve();
function next(work) {
  const done = inTurn.then(work);
  inTurn = done.catch(() => undefined);
  return done;
}

async function keptAccount() {
  const known = await (await caches.open(pages)).match(accountKey);
  return known === undefined ? null : known.text();
}

/** What the server has answered to the request of a page. A redirect says nothing: the page it leads to does. */
function learn(path, answer, nth) {
  const account = answer.headers.get("x-stet-account");
  // Not Stet's own answer, but that of something on the way to it.
  if (account === null) return Promise.resolve();
  const copy = answer.ok && isKept(path) ? answer.clone() : null;
  return next(async () => {
    if (nth <= changedAt) return undefined;
    if (account === "none") return forgetPages();
    if ((await keptAccount()) !== account) {
      await forgetPages();
      await (await caches.open(pages)).put(accountKey, new Response(account));
    }
    const kept = await caches.open(pages);
    // Gone, or no longer this account's to see; or replaced by what is newer.
    await kept.delete(path);
    if (copy === null) return undefined;
    await kept.put(path, copy);
    const all = (await kept.keys()).filter((one) => new URL(one.url).pathname !== accountKey);
    for (const old of all.slice(0, Math.max(0, all.length - mostPages))) await kept.delete(old);
    return undefined;
  });
}

async function keptPage(path) {
  const account = await keptAccount();
  const page = account === null ? undefined : await (await caches.open(pages)).match(path);
  if (page === undefined || page.headers.get("x-stet-account") !== account || ageOf(page) > longestDays) return null;
  return page;
}

function ageOf(page) {
  return (Date.now() - Date.parse(page.headers.get("date") ?? "")) / 86_400_000;
}

async function page(event) {
  const { request } = event;
  const url = new URL(request.url);
  const nth = ++asked;
  if (url.pathname === "/share" && request.method === "POST") return shared(request);
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(request));
    if (request.method === "GET") event.waitUntil(learn(url.pathname, answer, nth));
    return answer;
  } catch (error) {
    if (request.method !== "GET") throw error;
    return (await keptPage(url.pathname)) ?? offline();
  }
}

/** What another application shares goes into the composer of this device, and nowhere else before it is sent. */
async function shared(request) {
  const form = await request.formData();
  const words = ["title", "text", "url"].map((name) => String(form.get(name) ?? "").trim()).filter((one) => one !== "");
  const text = [...new Set(words)].join("\n").slice(0, 20_000);
  return Response.redirect(`/chat#shared=${encodeURIComponent(text)}`, 303);
}

async function offline() {
  const account = await keptAccount();
  const kept = await caches.open(pages);
  const list = [];
  for (const request of account === null ? [] : (await kept.keys()).reverse()) {
    const { pathname } = new URL(request.url);
    const one = pathname === accountKey ? null : await keptPage(pathname);
    if (one === null) continue;
    const title = /<title>([^<]*)<\/title>/.exec(await one.text())?.[1] ?? "";
    list.push(`<li><a href="${pathname}">${title.replace(/ · Stet$/, "") || "Chat"}</a></li>`);
  }
  const found =
    list.length === 0
      ? "<p>Chats and drafts that you open are kept on this device, and open without a connection.</p>"
      : `<p>Opened last on this device:</p><ul>${list.join("")}</ul>`;
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Offline · Stet</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.25rem}h1{font:500 1.75rem/1.2 Georgia,serif}
ul{padding:0;list-style:none}a{display:block;padding:.7rem 0;border-top:1px solid color-mix(in srgb,currentColor 20%,transparent);color:inherit;text-decoration:none}a:hover,a:focus-visible{text-decoration:underline}</style>
<main><h1>No connection</h1><p>Stet can’t be reached. What you write is kept on this device until it can.</p>${found}</main></html>`;
  return new Response(body, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}

/** Names under /assets have their content's digest: a file that is there never changes. */
async function file(request) {
  const kept = await caches.open(files);
  const known = await kept.match(request);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  if (answer.status !== 200) return answer;
  await kept.put(request, answer.clone());
  const all = await kept.keys();
  for (const old of all.slice(0, Math.max(0, all.length - mostFiles))) await kept.delete(old);
  return answer;
}

/** What is kept is gone before the page hears that it is signed out. */
async function signOut(request) {
  const answer = await fetch(request);
  if (answer.ok) await next(forgetPages);
  return answer;
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) =>
  // With preloading, a page does not wait for this script to start.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
);
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (request.method === "GET" && /^\/assets\/[\w.-]+$/.test(pathname)) event.respondWith(file(request));
  else if (pathname === "/api/auth/sign-out") event.respondWith(signOut(request));
});
