/* Words that only say who speaks, or that something is said again. */

/** "The lease says:", "“…” it adds": the verbs in front of quoted words. */
export const reporting =
  /(?<!\p{L})(?:says?|adds?|notes?|writes?|mentions?|calls? it|speaks? of|refers? to|held|ruled|found|decided|states?|provides?|reads?|stipulates?|lays down|sets out|defines?|puts it|regelt|lautet|bestimmt|sagt|besagt|heißt es|steht|definiert|säger|anger|lyder|föreskriver|stadgar|definierar|står|luidt|bepaalt|zegt|stelt|vermeldt|staat|definieert|tillägger|nämner|talar om|hänvisar till|fann|uttalade|spricht von|nennt|ergänzt|entschied|spreekt van|noemt|oordeelde|overwoog|dispose|prévoit|énonce|stipule)(?:\s\p{L}{1,20}){0,2}\s*[:,]?\s*$/iu;

/** "“…”, it says" */
export const reportingBehind =
  /^[\s,.]*(?:\p{L}{1,20}\s){0,3}(?:says?|said|writes?|states?|held|säger|skriver|heißt es|sagt|schreibt|zegt|schrijft)(?:\s\p{L}{1,20}){0,3}[\s,.]*$/iu;

const again =
  /(?<!\p{L})(?:in short|briefly|in other words|put (?:simply|differently)|that is(?: to say)?|(?:this|that|it) means|in plain (?:words|english)|applies|mit anderen worten|kurz(?: gesagt| gefasst)?|das (?:heißt|bedeutet)|einfach gesagt|gilt(?: folgendes)?|med andra ord|kort sagt|enkelt uttryckt|det (?:betyder|innebär)|gäller(?: följande)?|framgår(?: följande)?|met andere woorden|kortom|kort gezegd|eenvoudig gezegd|dat betekent|geldt(?: het volgende)?)\s*:\s*$/iu;

/** What ends in a colon and says nothing itself: "The text provides:", "In short:", "Nach § 5 gilt:". */
export const onlyIntroduces = (words: string) => reporting.test(words) || again.test(words);
