/*
 * Each tab keeps what is typed and attached on its start view in a place of its own
 * on the device, and holds a lock named after it for as long as it is open. A tab
 * that has nothing of its own takes over what a closed tab has left.
 *
 * Runs before the page is hydrated; the page reads the place from the session
 * storage (`startOfTab` in unsent.ts), so the two share no code. Without locks, as
 * over plain HTTP, all tabs share one place.
 */
const tabKey = "stet.tab";
const shared = "new";
const textKey = "stet.unsent.";
const filesKey = "stet.unsent-files.";
const own = `${shared}.tab-`;
const lockOf = (place: string) => `stet.start.${place}`;
/** A browser lets go of the lock of a page that was left a moment after it has begun the next one. */
const leavingMs = 200;

export async function claimStart(): Promise<void> {
  try {
    if (navigator.locks === undefined) return;
    const { held = [] } = await navigator.locks.query();
    const taken = new Set(held.map(({ name }) => name));
    const before = sessionStorage.getItem(tabKey);
    const { left, busy } = placesHolding(taken);
    const mine = before === null ? [] : [before];
    const leaving = mine.some((place) => busy.includes(place)) ? mine : left.length === 0 ? busy : [];
    const letGo = leaving.length === 0 ? null : await lockFirst(leaving);
    if (letGo !== null) return sessionStorage.setItem(tabKey, letGo);
    const wanted = [...mine.filter((place) => left.includes(place)), ...left, ...mine, shared];
    for (const place of wanted) if (await lock(place)) return sessionStorage.setItem(tabKey, place);
    const fresh = `${own}${Date.now()}-${crypto.randomUUID()}`;
    await lock(fresh);
    sessionStorage.setItem(tabKey, fresh);
  } catch {
    // Storage is forbidden: nothing is kept anyway.
  }
}

/** The places that hold something, newest first: left by closed tabs, or busy. What a closed tab left that holds only choices is dropped. */
function placesHolding(taken: ReadonlySet<string | undefined>): { left: string[]; busy: string[] } {
  const places = new Set(Object.keys(localStorage).flatMap((key) => placeIn(key, textKey) ?? placeIn(key, filesKey) ?? []));
  const isBusy = (place: string) => taken.has(lockOf(place));
  const holding = [...places].filter(
    (place) => localStorage.getItem(filesKey + place) !== null || holdsText(localStorage.getItem(textKey + place)),
  );
  for (const place of places)
    if (place !== shared && !isBusy(place) && !holding.includes(place)) localStorage.removeItem(textKey + place);
  const newestFirst = holding.toSorted().toReversed();
  return { left: newestFirst.filter((place) => !isBusy(place)), busy: newestFirst.filter(isBusy) };
}

function placeIn(key: string, prefix: string): string | null {
  const place = key.startsWith(prefix) ? key.slice(prefix.length) : "";
  return place === shared || place.startsWith(own) ? place : null;
}

function holdsText(record: string | null): boolean {
  try {
    const { text, other, sentAs } = JSON.parse(record ?? "{}") as { text?: unknown; other?: unknown; sentAs?: unknown };
    return (text ?? "") !== "" || (other ?? null) !== null || (sentAs ?? null) !== null;
  } catch {
    return false;
  }
}

/** Until the page goes. */
function lock(place: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(lockOf(place), { ifAvailable: true }, (held) => {
        resolve(held !== null);
        return held === null ? null : new Promise<never>(() => {});
      })
      .catch(() => resolve(false));
  });
}

/** The first of the places that is let go of in time; null if none is. */
function lockFirst(places: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const over = new AbortController();
    over.signal.addEventListener("abort", () => resolve(null));
    setTimeout(() => over.abort(), leavingMs);
    for (const place of places)
      navigator.locks
        .request(lockOf(place), { signal: over.signal }, () => {
          if (over.signal.aborted) return null;
          resolve(place);
          over.abort();
          return new Promise<never>(() => {});
        })
        .catch(() => {});
  });
}
