import { expect, test } from "vitest";
import { verifyCitations } from "#core/claims/verify-citations.ts";
import { answerForClipboard } from "./copied-answer.ts";

const content = "The rent is EUR 900 a month. The tenant may keep one dog.";
const answer = "The rent is EUR 800 a month [[1]]. “The tenant may keep one dog” [[1]]. It was built in 1900 [[7]].";

test("a copied answer says what the check found, in its text and as HTML", () => {
  const sources = verifyCitations(answer, [{ id: "s", type: "file", name: "lease.pdf", number: 1, content }]);
  const copied = answerForClipboard(answer, sources);
  for (const form of [copied.text, copied.html]) {
    expect(form).toMatch(/EUR 800 a month \[+1\]+ \(differs\)/);
    expect(form).toMatch(/one dog” \[+1\]+\./);
    expect(form).toMatch(/1900 \[+7\]+ \(no source\)/);
    expect(form).toContain("lease.pdf");
  }
});
