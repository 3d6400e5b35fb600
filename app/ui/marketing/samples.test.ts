import { describe, expect, test } from "vitest";
import { samples, type Sample } from "./samples.ts";

function textOf({ paragraphs }: Sample, isAccepted: boolean): string[] {
  return paragraphs.map((pieces) =>
    pieces
      .map((piece) => (typeof piece === "string" ? piece : isAccepted ? (piece.inserted ?? "") : piece.deleted))
      .join("")
      .trim(),
  );
}

const readings = {
  contract: {
    accepted: [
      "The Processor shall notify the Controller of any personal data breach without undue delay after becoming aware of it.",
      "The notification shall describe the nature of the breach, the categories of data concerned, and the measures taken or proposed. The Processor shall assist the Controller in informing the persons affected.",
    ],
    rejected: [
      "The Processor shall notify the Controller of any personal data breach within five working days after becoming aware of it. Where a breach is, in the opinion of the Processor, of a minor nature, notification is at its discretion.",
      "The notification shall describe the nature of the breach, the categories of data concerned, and the measures taken. The Processor shall endeavour to assist the Controller in informing the persons affected.",
    ],
  },
  essay: {
    accepted: [
      "For eleven days the water stood in the lower street, and when it left it took the post office with it. Because nobody had thought of the letters, the committee decided to wait until August.",
      "They were found in the reeds below the weir, tied in bundles, and most could be read.",
    ],
    rejected: [
      "For eleven days the water stood in the lower street, and when it left it took the post office with it. Due to the fact that nobody had thought of the letters, the committee made a decision to wait until August.",
      "They were found in the reeds below the weir, tied in bundles, and most of them could be read. It is worth noting that they stand as a truly powerful testament to the resilience of the town.",
    ],
  },
};

describe.each(samples.map((sample) => [sample.id as keyof typeof readings, sample] as const))("%s", (id, sample) => {
  test("reads well with every change accepted, and with every change rejected", () => {
    expect({ accepted: textOf(sample, true), rejected: textOf(sample, false) }).toEqual(readings[id]);
  });

  test("has a card for each change, in the order of the text", () => {
    const marked = sample.paragraphs.flat().flatMap((piece) => (typeof piece === "string" ? [] : [piece.change]));
    expect(sample.changes.map((change) => change.id)).toEqual(marked);
  });
});
