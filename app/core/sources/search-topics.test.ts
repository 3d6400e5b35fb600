import { expect, test } from "vitest";
import { topicsIn } from "./search-topics.ts";

test.each<[query: string, topics: string[]]>([
  ["termination for convenience; cap on liability; assignment", ["termination for convenience", "cap on liability", "assignment"]],
  [
    "termination for convenience, cap on liability, exclusivity, and assignment",
    ["termination for convenience", "cap on liability", "exclusivity", "assignment"],
  ],
  ["rent\ndeposit\nrent", ["rent", "deposit"]],
  ["When may the tenant, the landlord, or both, terminate?", ["When may the tenant, the landlord, or both, terminate?"]],
  ["notice period, termination", ["notice period, termination"]],
  ["Wie lange ist die Kündigungsfrist?", ["Wie lange ist die Kündigungsfrist?"]],
])("%s", (query, topics) => expect(topicsIn(query)).toEqual(topics));
