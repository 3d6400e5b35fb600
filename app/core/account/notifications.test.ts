import { expect, test } from "vitest";
import { letterKinds, notificationsOf, wantsLetter, type LetterKind } from "./notifications.ts";

test("everything is wanted by somebody who has not chosen", () => {
  expect(letterKinds.every((kind) => wantsLetter({}, kind))).toBe(true);
});

test.each([[[]], [["invitation"]], [["new-device", "project-shared"]], [[...letterKinds]]] as LetterKind[][][])(
  "who wants %s gets those and no others",
  (wanted) => {
    const chosen = notificationsOf(wanted);
    expect(letterKinds.filter((kind) => wantsLetter(chosen, kind)).sort()).toEqual([...wanted].sort());
  },
);
