import { expect, test } from "vitest";
import { emailKinds, notificationsOf, wantsEmail, type EmailKind } from "./notifications.ts";

test("everything is wanted by someone who has not chosen", () => {
  expect(emailKinds.every((kind) => wantsEmail({}, kind))).toBe(true);
});

test.each([[[]], [["invitation"]], [["new-device", "project-shared"]], [[...emailKinds]]] as EmailKind[][][])(
  "who wants %s gets those and no others",
  (wanted) => {
    const chosen = notificationsOf(wanted);
    expect(emailKinds.filter((kind) => wantsEmail(chosen, kind)).sort()).toEqual([...wanted].sort());
  },
);
