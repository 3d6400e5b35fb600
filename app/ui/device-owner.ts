/*
 * Whose data this device holds. Unsent text, a dictionary and copied drafts are
 * stored under plain keys; when another account signs in, all of it is set aside
 * for its owner, and the other account's data is restored. Data stored before any
 * sign-in, as in the demo, belongs to the first account.
 */
const ownerKey = "stet.owner";
const kept = /^stet\./;

/** Runs before any stored data is read. A device that cannot store anything has nothing to set aside. */
export function keepDeviceFor(personId: string): void {
  try {
    const before = localStorage.getItem(ownerKey);
    if (before === personId) return;
    if (before !== null) move(kept, (name) => `${asideOf(before)}${name}`);
    const mine = asideOf(personId);
    move({ test: (name) => name.startsWith(mine) }, (name) => name.slice(mine.length));
    localStorage.setItem(ownerKey, personId);
  } catch {
    // Storage is forbidden.
  }
}

/** For data stored elsewhere on the device under a key that several accounts share. */
export function deviceOwner(): string {
  try {
    return localStorage.getItem(ownerKey) ?? "";
  } catch {
    return "";
  }
}

const asideOf = (personId: string) => `aside.${personId}.`;

function move(which: { test(name: string): boolean }, renamed: (name: string) => string): void {
  for (const name of Object.keys(localStorage).filter((one) => one !== ownerKey && which.test(one))) {
    const value = localStorage.getItem(name) ?? "";
    // Removed before restoring: a full device has no room for both.
    localStorage.removeItem(name);
    localStorage.setItem(renamed(name), value);
  }
}
