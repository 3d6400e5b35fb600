import { expect, test } from "vitest";
import { topicsIn } from "./search-topics.ts";

test.each<[query: string, topics: string[]]>([
  ["termination for convenience; cap on liability; assignment", ["termination for convenience", "cap on liability", "assignment"]],
  [
    "termination for convenience, cap on liability, exclusivity, and assignment",
    ["termination for convenience", "cap on liability", "exclusivity", "assignment"],
  ],
  [
    "termination for convenience, cap on liability, exclusivity and assignment",
    ["termination for convenience", "cap on liability", "exclusivity", "assignment"],
  ],
  [
    "What does the agreement say about termination, liability caps and assignment?",
    ["termination", "liability caps", "assignment"],
  ],
  ["Was steht im Vertrag über Kündigung, Haftung und Abtretung?", ["Kündigung", "Haftung", "Abtretung"]],
  ["Vad säger avtalet om uppsägning, ansvar och överlåtelse?", ["uppsägning", "ansvar", "överlåtelse"]],
  ["Wat zegt het contract over opzegging, aansprakelijkheid en overdracht?", ["opzegging", "aansprakelijkheid", "overdracht"]],
  [
    "What happens about the deposit if the tenant leaves, the flat is damaged and the landlord sells the whole house to another?",
    ["What happens about the deposit if the tenant leaves, the flat is damaged and the landlord sells the whole house to another?"],
  ],
  ["rent\ndeposit\nrent", ["rent", "deposit"]],
  ["When may the tenant, the landlord, or both, terminate?", ["When may the tenant, the landlord, or both, terminate?"]],
  ["notice period, termination", ["notice period, termination"]],
  ["Wie lange ist die Kündigungsfrist?", ["Wie lange ist die Kündigungsfrist?"]],
])("%s", (query, topics) => expect(topicsIn(query)).toEqual(topics));
