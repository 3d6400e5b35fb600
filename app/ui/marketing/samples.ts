/*
 * The two texts on the front page in which a visitor can accept, reject and undo changes. They behave like a draft:
 * nothing changes before it is accepted, and every decision can be taken back. No change is inside another, so that the
 * text can be read with its marks.
 */

export type SampleChange = {
  id: string;
  /** Why, as an answer's summary of a change says it. */
  summary: string;
  /** The provision it rests on, and its words. */
  law?: { name: string; words: string };
};

/** Text, or a change: what is deleted, and the text inserted instead. */
export type SamplePiece = string | { change: string; deleted: string; inserted?: string };

export type Sample = {
  id: string;
  /** On its tab. */
  kind: string;
  title: string;
  paragraphs: readonly (readonly SamplePiece[])[];
  changes: readonly SampleChange[];
};

export const samples: readonly Sample[] = [
  {
    id: "contract",
    kind: "Contract",
    title: "7. Personal data breaches",
    paragraphs: [
      [
        "The Processor shall notify the Controller of any personal data breach ",
        { change: "delay", deleted: "within five working days", inserted: "without undue delay" },
        " after becoming aware of it. ",
        {
          change: "discretion",
          deleted: "Where a breach is, in the opinion of the Processor, of a minor nature, notification is at its discretion.",
        },
      ],
      [
        "The notification shall describe the nature of the breach, the categories of data concerned, and the ",
        { change: "measures", deleted: "measures taken", inserted: "measures taken or proposed" },
        ". The Processor shall ",
        { change: "endeavour", deleted: "endeavour to " },
        "assist the Controller in informing the persons affected.",
      ],
    ],
    changes: [
      {
        id: "delay",
        summary: "A processor has no fixed period: it has to notify at once.",
        law: {
          name: "GDPR, Article 33(2)",
          words: "The processor shall notify the controller without undue delay after becoming aware of a personal data breach.",
        },
      },
      { id: "discretion", summary: "Article 33(2) makes no exception for minor breaches." },
      { id: "measures", summary: "Article 33(3) asks for the measures proposed as well." },
      { id: "endeavour", summary: "Makes the duty to assist a firm one." },
    ],
  },
  {
    id: "essay",
    kind: "Essay",
    title: "What the river took",
    paragraphs: [
      [
        "For eleven days the water stood in the lower street, and when it left it took the post office with it. ",
        { change: "because", deleted: "Due to the fact that", inserted: "Because" },
        " nobody had thought of the letters, the committee ",
        { change: "decided", deleted: "made a decision", inserted: "decided" },
        " to wait until August.",
      ],
      [
        "They were found in the reeds below the weir, tied in bundles, and most ",
        { change: "them", deleted: "of them " },
        "could be read. ",
        {
          change: "testament",
          deleted: "It is worth noting that they stand as a truly powerful testament to the resilience of the town.",
        },
      ],
    ],
    changes: [
      { id: "because", summary: "One word instead of five." },
      { id: "decided", summary: "A verb instead of a noun." },
      { id: "them", summary: "“Most” can only be of the letters." },
      { id: "testament", summary: "Machine-made wording: it says nothing about these letters." },
    ],
  },
];
