import { expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { rememberDevice } from "./devices.ts";
import { getNotifications, mayWriteTo, setNotifications } from "./notifications.ts";

eachDatabase((open) => {
  test("an email goes to people who have not turned its kind off", async () => {
    const { db } = await open();
    const [ada, grace] = [await newPerson(db), await newPerson(db)];
    await setNotifications(ada, db, { "new-device": false });
    expect(await getNotifications(ada, db)).toEqual({ "new-device": false });
    expect(await mayWriteTo(theServer, db, ada.email.toUpperCase(), "new-device")).toBe(false);
    expect(await mayWriteTo(theServer, db, ada.email, "invitation")).toBe(true);
    expect(await mayWriteTo(theServer, db, grace.email, "new-device")).toBe(true);
    expect(await mayWriteTo(theServer, db, "stranger@example.test", "project-shared")).toBe(true);
  });

  test("a device is new once, and the first one of all is no news", async () => {
    const { db } = await open();
    const [ada, grace] = [await newPerson(db), await newPerson(db)];
    const seen = (digest: string, { userId } = ada) => rememberDevice(theServer, db, userId, digest);
    expect(await seen("laptop")).toBe("first");
    expect(await seen("laptop")).toBe("known");
    expect(await seen("phone")).toBe("new");
    expect(await seen("phone")).toBe("known");
    expect(await seen("laptop", grace)).toBe("first");
  });
});
