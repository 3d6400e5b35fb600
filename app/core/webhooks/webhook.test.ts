import { expect, test } from "vitest";
import { readStatus, refuseWebhookAddress, webhookEventTitle } from "./webhook.ts";

test.each([
  ["https://hooks.example.test/stet?of=1", true],
  ["http://hooks.example.test", true],
  ["hooks.example.test", false],
  ["ftp://hooks.example.test", false],
  ["javascript:alert(1)", false],
  ["https://name:word@hooks.example.test", false],
  ["", false],
])("%s is an address: %s", (address, isOne) => expect(refuseWebhookAddress(address) === null).toBe(isOne));

test.each([
  [200, true],
  [204, true],
  [299, true],
  [302, false],
  [400, false],
  [410, false],
  [503, false],
])("status %i is success: %s", (status, isSuccess) => expect(readStatus(status).problem === null).toBe(isSuccess));

test("a kind of event that a later version no longer has keeps its name in the log", () => {
  expect(webhookEventTitle("review.ended")).toBe("A review has been run");
  expect(webhookEventTitle("was.once")).toBe("was.once");
});
