/*
 * What agreements settle in usual words: how a question asks for it, and how a sentence says it. A sentence that says it
 * in one of these ways is the clause; the first pattern is the surest. Other ways of saying it are not guessed at.
 */
export type ClauseConcept = {
  name: string;
  /** Of a heading or question, in lower case. */
  asked: RegExp;
  said: readonly RegExp[];
  /** A text without any of these words has no such clause, however it were said: in doubt, a word more. */
  named: RegExp;
  /** A sentence with these words is about something else. */
  unless?: RegExp;
  /** What a short answer is, of the words of the sentence: its only group. */
  answer?: RegExp;
};

export const clauseConcepts: readonly ClauseConcept[] = [
  {
    name: "governing law",
    asked:
      /\bgoverning law\b|\bwhich law\b|\bapplicable law\b|tillämplig lag|vilken(?: lands)? lag|anwendbares recht|welches recht|toepasselijk recht|welk recht/,
    said: [
      /\b(?:governed|controlled)\b[^.;]{0,120}\blaws?\b/i,
      /\b(?:construed|interpreted|enforced|determined)\b[^.;]{0,80}\b(?:according to|in accordance with|under|by|pursuant to)\b[^.;]{0,60}\blaws? of\b/i,
      /\blaws? of\b[^.;]{0,80}\b(?:shall|will) (?:govern|apply|control)\b/i,
      /\b(?:lyder under|tillämpas|regleras av|underkastat)\b[^.;]{0,60}\b(?:lag|rätt)\b|\b\p{L}+ (?:lag|rätt) (?:ska|skall) (?:tillämpas|gälla)/iu,
      /\b(?:gilt|unterliegt|findet)\b[^.;]{0,80}\brecht\b|\b(?:dem|das) recht der\b|\p{L}es recht\b[^.;]{0,40}\banwend(?:bar|ung)\b/iu,
      /\b(?:recht|wetten)\b[^.;]{0,40}\bvan toepassing\b|\b(?:beheerst door|onderworpen aan)\b[^.;]{0,40}\brecht\b/iu,
    ],
    named: /\blaws?\b|govern|jurisdiction|\blag(?:en|ar|stiftning)?\b|rätt|recht|wetten|wetgeving/i,
    answer:
      /\blaws? (?:and (?:jurisdiction|regulations) )?of (?:the )?((?:(?:state|commonwealth|province|kingdom|republic) of )?\p{Lu}[\p{L}-]+(?:(?: and| of)? \p{Lu}[\p{L}-]+)*)|(?<!\p{L})(\p{Lu}\p{Ll}+ law)\b|(?<!\p{L})(\p{L}+sk (?:lag|rätt))\b|(?<!\p{L})(\p{L}+es Recht|Recht der \p{Lu}[\p{L} -]+?)(?=[ .,;])|(?<!\p{L})(\p{L}+s recht)\b/u,
  },
  {
    name: "disputes",
    asked:
      /\bdisputes?\b|\bvenue\b|\bjurisdiction\b|\bwhich court|\btvist|\bforum\b|gerichtsstand|streitigkeiten|bevoegde rechter|geschillen/,
    said: [
      /\b(?:disputes?|controvers\w+|claims?)\b[^;]{0,240}\b(?:settled|resolved|decided|determined|submitted|referred)\b[^;]{0,120}\b(?:arbitrat|court|tribunal)/i,
      /\bcourts?\b[^.;]{0,120}\b(?:exclusive|sole|non-exclusive) (?:and exclusive )?jurisdiction\b/i,
      /\b(?:exclusive|sole|personal) (?:and exclusive )?(?:jurisdiction|venue)\b[^.;]{0,120}\bcourts?\b/i,
      /\b(?:submits?|consents?|agrees?)\b[^.;]{0,80}\bjurisdiction of\b/i,
      /\btvist\w*\b[^.;]{0,160}\b(?:domstol|skiljedom|tingsrätt)|\bgerichtsstand\b[^.;]{0,80}\bist\b|\bstreitigkeiten\b[^.;]{0,160}\bschieds|\bgeschillen\b[^.;]{0,160}\b(?:rechtbank|rechter|arbitrage)/iu,
    ],
    named:
      /disput|controvers|arbitra|mediat|\bcourts?\b|tribunal|jurisdiction|venue|tvist|domstol|skilje|tingsrätt|gericht|schieds|streit|geschil|rechtbank|rechter/i,
  },
  {
    name: "assignment",
    asked:
      /(?<!ownership )\bassign(?:ment|ed|able)?\b(?! of (?:ip|inventions|intellectual))|överlåta|överlåtelse|abtret|übertragung des vertrags|overdra/,
    said: [
      /\b(?:agreement|contract)\b[^.;]{0,120}\b(?:may|shall|can|will|is) not (?:be )?(?:assign|transfer)/i,
      /\b(?:neither|no) party\b[^.;]{0,120}\b(?:assign|delegate|transfer)\b[^;]{0,200}\b(?:agreement|contract|rights|obligations)/i,
      /\b(?:may|shall|will) not (?:be )?(?:\w+,? (?:or )?){0,3}assign(?:ed|able)?\b[^;]{0,200}\b(?:agreement|contract|rights|obligations|consent)/i,
      /\b(?:assign|assignable|assigned|assignment)\b[^;]{0,200}\bwithout\b[^;]{0,60}\b(?:written )?(?:consent|approval)/i,
      /\b(?:attempt|attempted|purported)\b[^.;]{0,40}\bassign/i,
      /\b(?:may|right to) (?:\w+ ){0,2}assign\b[^.;]{0,60}\b(?:this )?(?:agreement|contract)\b/i,
      /(?<!\p{L})(?:får|äger) inte\b[^.;]{0,60} överlåta|\bnicht\b[^.;]{0,60}\b(?:abgetreten|abtreten)|\bniet\b[^.;]{0,60}\boverdragen/iu,
    ],
    named: /assign|transfer|delegat|novat|cession|överlåt|abtret|abgetreten|übertr|overdra|overgedragen/i,
  },
  {
    name: "liability cap",
    asked:
      /\bcap\b[^.]*\bliab|\bliability cap\b|\bliability\b[^.]*\blimit|\blimit\w* of liab|ansvar[^.]*begräns|begräns[^.]*ansvar|haftung[^.]*(?:begrenz|höchst)|aansprakelijkheid[^.]*beperk/,
    said: [
      /\b(?:no event|no circumstances|neither|not|nor|no party)\b[^;]{0,160}\b(?:liab(?:le|ility))\b[^;]{0,240}\b(?:consequential|indirect|incidental|special|punitive|exemplary|loss of (?:profit|revenue|use)|lost profits)/i,
      /\b(?:total|aggregate|maximum|cumulative|entire)\b[^.;]{0,40}\bliability\b[^;]{0,240}\b(?:exceed|limited to|amount)/i,
      /\bliability\b[^.;]{0,160}\b(?:shall|will|is|are|be)\b[^.;]{0,60}\b(?:not exceed|limited to|in no event exceed)/i,
      /\bansvar\b[^.;]{0,120}\b(?:begränsat|överstiga)|\bhaftung\b[^.;]{0,120}\b(?:begrenzt|beschränkt)|\baansprakelijkheid\b[^.;]{0,120}\b(?:beperkt|maximaal)/iu,
    ],
    named:
      /liab|damages|responsib|indemn|compensat|\bloss|\bcap(?:ped|s)?\b|ansvar|skadest|haft|schaden|schäden|aansprakelijk|schade|ersätt|ersatz|vergoed/i,
    unless: /\b(?:cancellation of a|indebtedness)\b/i,
  },
  {
    name: "audit",
    asked: /\baudit|\binspect[^.]*\b(?:books|records)|\brevisionsrätt|prüfungsrecht|controle van de boeken/,
    said: [
      /\b(?:audit|inspect|examine|examination|inspection)\b[^.;]{0,100}\b(?:books|records|accounts)\b[^;]{0,100}\b(?:account|record|reasonable|business hours|notice|verify|verifying|determin)/i,
      /\b(?:books|records|accounts)\b[^.;]{0,200}\b(?:available|open|access)\b[^;]{0,120}\b(?:audit|inspect|examin|review)/i,
      /\bright\b[^.;]{0,80}\b(?:to|of) (?:\w+ ){0,3}(?:audit|inspect|examine)\b/i,
      /\baudit rights?\b[^.;]{20}/i,
      /\b(?:may|shall be entitled to|shall have the right to)\b[^.;]{0,60}\b(?:audit|cause an audit)\b/i,
    ],
    named:
      /audit|inspect|examin|verif|review|\bbooks\b|\brecords\b|revision|räkenskap|bokföring|granska|prüf|einsicht|bücher|controle|boeken|inzage/i,
    unless: /\bindemnif|\bClaim\b/,
  },
  {
    name: "termination for convenience",
    asked:
      /\bterminat\w*\b[^.]*\b(?:convenience|without cause)|\bnotice\b[^.]*\bterminat\w*\b[^.]*\bwithout cause|ordentliche kündigung|uppsägning utan skäl/,
    said: [
      /\b(?:may|right to|entitled to|option to)\b[^.;]{0,80}\bterminate[^.;]{0,100}\b(?:without cause|for (?:its )?convenience|for any (?:or no )?reason|without (?:any )?reason|at its sole discretion)/i,
      /\b(?:may be|be) terminated\b[^.;]{0,100}\b(?:without cause|for (?:its )?convenience|for any (?:or no )?reason|with or without)/i,
      /\b(?:either|any|each) party may (?:\w+ ){0,2}terminate\b[^;]{0,160}\b(?:upon|on|by|with|giving)\b[^.;]{0,80}\b(?:days|months?|year)[^.;]{0,30}\bnotice\b/i,
      /\bmay (?:\w+ ){0,2}terminate\b[^.;]{0,60}\b(?:upon|on|by|with)\b[^.;]{0,40}\(?[0-9]+\)? (?:days|months?)[’']?,? (?:prior )?(?:written )?notice(?: to the other party)?(?: of such termination)?\.?$/i,
    ],
    named: /terminat|cancel|notice|withdraw|\bend(?:s|ed|ing)?\b|upphör|uppsäg|säg|avsluta|kündig|beend|opzeg|opgezegd|beëindig/i,
    unless: /\b(?:if|breach|default|insolven\w*|bankrupt\w*|materially|material|force majeure|fails?|failure|in the event)\b/i,
  },
  {
    name: "renewal",
    asked: /(?<!terminate )\brenew(?:al|s|ed)?\b|förläng|förnya|verläng|verleng/,
    said: [
      /\bautomatic(?:ally)?\b[^.;]{0,40}\b(?:renew|renewal|renewed|extended?)\b|\b(?:renew|renewed|extended)\b[^.;]{0,60}\bautomatically\b/i,
      /\b(?:renew|renewed|extended)\b[^.;]{0,60}\bfor\b[^.;]{0,60}\b(?:successive|additional|further|consecutive|subsequent)\b[^.;]{0,60}\b(?:year|month|period|term)/i,
      /\b(?:may|option to|right to)\b[^.;]{0,40}\brenew\b[^.;]{0,80}\b(?:agreement|term)\b/i,
      /\bförlängs\b|\bverlängert sich\b|\bstilzwijgend verlengd\b/iu,
    ],
    named:
      /renew|extend|extension|prolong|continu|another|successive|additional|further|automatic|förläng|förny|verläng|erneuer|verleng|vernieuw/i,
  },
  {
    name: "insurance",
    asked: /\binsurance|\bförsäkring|\bversicherung|\bverzekering/,
    said: [
      /\b(?:maintain|carry|obtain|procure|effect|keep)\w*\b[^.;]{0,120}\binsurance\b/i,
      /\binsurance\b[^.;]{0,120}\b(?:maintained|carried|kept in force|in full force|coverage of|limits? of|not less than|per occurrence)/i,
      /\bteckna\b[^.;]{0,80}\bförsäkring|\bversicherung\b[^.;]{0,80}\babschlie|\bverzekering\b[^.;]{0,80}\bafsluit/iu,
    ],
    named: /insur|coverage|underwrit|försäkr|versicher|verzeker/i,
  },
];
