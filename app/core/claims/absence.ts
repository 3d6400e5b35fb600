/*
 * Detects claims that something is absent from the source: "names no governing
 * law", "säger inget om", "enthält keine Regelung". No passage can support
 * these, and that alone doesn't make them "not found".
 */
const forms = [
  // "is silent on", "makes no mention of", "without mentioning"
  /(?<!\p{L})(?:silent (?:on|about|as to)|mak(?:es?|ing) no (?:mention|reference|provision)|without (?:mentioning|naming|saying|stating))(?!\p{L})/iu,
  // "does not say", "doesn't mention", "do not contain"
  /(?<!\p{L})(?:do(?:es)?|did)(?:\s+not|n['’]t)\s+(?:\p{L}{1,20}\s+){0,2}(?:say|mention|name|state|specify|contain|include|address|provide for|cover|set|define|regulate|tell|indicate|give|hold)(?!\p{L})/iu,
  // "says nothing about", "names no court"
  /(?<!\p{L})(?:says?|mentions?|names?|states?|specif(?:y|ies)|contains?|includes?|address(?:es)?|holds?|sets?|gives?|defines?)\s+(?:nothing|no)(?!\p{L})/iu,
  // "the lease has no cap", "there is no clause on": only of a text, not "the provider has no personality"
  /(?<!\p{L})(?:agreement|contract|lease|licen[cs]e|document|file|text|act|law|letter|policy|source|clause|section|article|paragraph|schedule)s?\s+(?:has|have)\s+(?:nothing|no)(?!\p{L})/iu,
  /(?<!\p{L})there (?:is|are)\s+(?:nothing|no\s+(?:\p{L}{1,20}\s+){0,2}(?:clause|provision|section|article|term|rule|mention|reference|wording|date|figure|number)s?)(?!\p{L})/iu,
  // "none of the clauses names", "no clause mentions", "nothing in the file says"
  /(?<!\p{L})(?:none of|nothing in|nowhere in|no (?:\p{L}{1,20}\s+){0,2}(?:clause|provision|section|article|term|rule|part))(?!\p{L})/iu,
  // "holds only clauses 7 and 8", "but no service level"
  /(?<!\p{L})(?:holds?|contains?|includes?|has|have|covers?)\s+only(?!\p{L})|(?:,|;)?\sbut\s(?:no|not|nothing)(?!\p{L})/iu,
  // "Avtalet säger inget om", "framgår inte av avtalet": only of a text, as above; "står", "enthält" and "findet" are said of much else.
  /(?:avtal|kontrakt|dokument|filen|källan|text|lag|beslut|brev|policy|klausul|paragraf|bestämmels|villkor|det|den)\p{L}{0,6}\s+(?:\p{L}{1,20}\s+){0,2}(?:säger|anger|nämner|innehåller|reglerar|finns|står)\s+(?:\p{L}{1,20}\s+){0,2}(?:inget|inte|ingen|inga|ingenting)(?!\p{L})|(?<!\p{L})framgår\s+inte(?!\p{L})/iu,
  /(?:vertrag|vereinbarung|dokument|datei|quelle|text|gesetz|bescheid|brief|klausel|vorschrift|bestimmung|paragraf|(?<!\p{L})(?:es|darin|dort|hier|nirgends))\p{L}{0,3}\s+(?:\p{L}{1,20}\s+){0,2}(?:enthält|enthalten|nennt|nennen|regelt|sagt|sagen|bestimmt|gibt|steht)\s+(?:\p{L}{1,20}\s+){0,3}(?:nichts|nicht|kein|keine|keinen|keiner)(?!\p{L})|(?:findet|finden)\s+sich\s+(?:\p{L}{1,20}\s+){0,3}(?:nichts|nicht|kein|keine|keinen)(?!\p{L})|(?<!\p{L})(?:schweigt|nicht\s+(?:genannt|geregelt|erwähnt|enthalten))(?!\p{L}|,\s+so\s)/iu,
  /(?:overeenkomst|contract|document|bestand|bron|tekst|wet|besluit|brief|clausule|artikel|bepaling|(?<!\p{L})(?:er|hierin|daarin))\p{L}{0,4}\s+(?:\p{L}{1,20}\s+){0,2}(?:bevat|bevatten|noemt|regelt|zegt|bepaalt|vermeldt|staat)\s+(?:\p{L}{1,20}\s+){0,3}(?:niets|niet|geen)(?!\p{L})|(?<!\p{L})zwijgt(?!\p{L})/iu,
  /(?<!\p{L})ne\s(?:dit|mentionne|contient|précise|prévoit|comporte|nomme|fixe|règle)\s(?:rien|pas|aucune?)(?!\p{L})/iu,
];

export function isOfAbsence(claim: string): boolean {
  return forms.some((form) => form.test(claim));
}

/** "A, but not B": splits the claim from what it excludes. Not "gilt aber nicht", which denies A. */
const exception =
  /(?:,?\sbut\s(?:no|not)|,\s(?:aber\s(?:nicht|keine?[mnrs]?)|men\s(?:inte|ej|ingen|inget|inga)|maar\s(?:niet|geen)))(?!\p{L})/iu;

export function exceptionIn(claim: string): { claimed: string; left: string } | null {
  const found = exception.exec(claim);
  return found && { claimed: claim.slice(0, found.index), left: claim.slice(found.index + found[0].length) };
}
