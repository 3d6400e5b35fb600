/*
 * Whose what this device keeps is. Unsent text, a dictionary, copied drafts are
 * kept on the device under plain names; where another person signs in on it,
 * all of it is set aside for whoever comes back, and theirs is brought out.
 * What was kept before anybody signed in, as in the demo, is the first one's.
 */
const ownerKey = "stet.owner";
const kept = /^stet\./;

/** Before anything that is kept is read. A device that may keep nothing has nothing to set aside. */
export function keepDeviceFor(personId: string): void {
  try {
    const before = localStorage.getItem(ownerKey);
    if (before === personId) return;
    if (before !== null) move(kept, (name) => `${asideOf(before)}${name}`);
    const mine = asideOf(personId);
    move({ test: (name) => name.startsWith(mine) }, (name) => name.slice(mine.length));
    localStorage.setItem(ownerKey, personId);
  } catch {
    // A forbidden storage.
  }
}

/** For what is kept elsewhere on the device under a name that many have. */
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
    // First away and then back: a full device has no room for it twice.
    localStorage.removeItem(name);
    localStorage.setItem(renamed(name), value);
  }
}
