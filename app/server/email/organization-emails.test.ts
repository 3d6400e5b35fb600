import { expect, test } from "vitest";
import { invitation } from "./organization-emails.ts";

const given = {
  organization: { name: "Acme Law", slug: "acme" },
  inviter: { name: "Ada", email: "ada@example.test" },
  role: "guest" as const,
  until: new Date("2026-11-27T10:00:00Z"),
  url: "https://stet.example/invitations?id=1",
};

test("an invitation says who invites, to what, as what, until when, and where to answer", () => {
  const { subject, text } = invitation(given);
  expect(subject).toBe("You are invited to Acme Law");
  for (const words of ["Ada (ada@example.test)", "Acme Law", "as guest", "27 November 2026", given.url])
    expect(text).toContain(words);
});

test.each([
  "You won: https://evil.example",
  "evil.example",
  "write to a@evil.example",
  "<b>bold</b>",
  "x".repeat(61),
  "hidden\u202etext",
])("%j is no name in an email", (name) => {
  const email = invitation({ ...given, organization: { name, slug: "acme" }, inviter: { name, email: "ada@example.test" } });
  expect(JSON.stringify(email)).not.toContain(name);
  expect(email.subject).toBe("You are invited to acme");
  expect(email.text).toContain("ada@example.test invites you to join acme");
});
