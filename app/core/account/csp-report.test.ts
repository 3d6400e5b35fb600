import { expect, test } from "vitest";
import { cspReportsIn } from "./csp-report.ts";

const older = {
  "csp-report": {
    "document-uri": "https://stet.example/chat/0190-secret?draft=mine",
    "violated-directive": "script-src-elem 'nonce-x'",
    "blocked-uri": "https://evil.example/path?text=my%20words",
    "source-file": "https://stet.example/assets/page-Ab1.js",
    "line-number": 7,
    "script-sample": "my own words",
  },
};
const newer = {
  type: "csp-violation",
  url: "https://stet.example/vault",
  body: {
    documentURL: "https://stet.example/vault/projects/1",
    effectiveDirective: "require-trusted-types-for",
    disposition: "report",
    blockedURL: "trusted-types-sink",
    sourceFile: "https://elsewhere.example/my-words.js",
    sample: "my own words",
  },
};

test("both forms are read, and nothing personal is left of them", () => {
  expect(cspReportsIn(older)).toEqual([
    {
      directive: "script-src-elem",
      disposition: "enforce",
      blocked: "https://evil.example",
      area: "/chat",
      source: "/assets/page-Ab1.js:7",
    },
  ]);
  expect(cspReportsIn([newer, { type: "deprecation", body: {} }])).toEqual([
    { directive: "require-trusted-types-for", disposition: "report", blocked: "trusted-types-sink", area: "/vault", source: null },
  ]);
});

test("whatever else is sent is nothing, or says nothing of its own", () => {
  for (const body of [null, 7, "words", [], {}, [[]], { "csp-report": "my words" }, { "csp-report": [] }])
    expect(cspReportsIn(body)).toEqual([]);
  const hostile = { "blocked-uri": "my words", "document-uri": "https://x.example/My%20words", "violated-directive": "my-words" };
  expect(cspReportsIn({ "csp-report": hostile })).toEqual([
    { directive: "other", disposition: "enforce", blocked: "", area: "/…", source: null },
  ]);
  expect(cspReportsIn(Array.from({ length: 1000 }, () => newer))).toHaveLength(20);
});
