import { expect, test } from "vitest";
import { inCaseOf } from "./followed-case.ts";

test.each([
  ["rent", "fee", "fee"],
  ["Rent", "fee", "Fee"],
  ["RENT", "service fee", "SERVICE FEE"],
  ["Rent", "EUR", "EUR"],
  ["rent", "Fee", "Fee"],
  ["A", "the", "The"],
  ["“Rent”", "“fee”", "“Fee”"],
  ["Öl", "äpfel", "Äpfel"],
  ["12", "twelve", "twelve"],
  ["Rent", "$& 5", "$& 5"],
  ["Rent", "", ""],
])("%s is replaced by %s as %s", (found, replacement, made) => expect(inCaseOf(found, replacement)).toBe(made));
