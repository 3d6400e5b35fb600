/*
 * Names that are also words. What is replaced by mistake is put back all the same, and what is missed has left the house, so
 * only words that legal prose is full of wait for a second sign that a name is meant: “the court will” is not about Will.
 */

/** Alone they stay; beside another part of the name, or after a form of address, they are replaced. */
const ofProse = `
may will mark bill grant case page law court justice judge party person child parent day week month north south east west own
april june august mai juni juli januari mars summer winter sommer herbst freitag sonntag montag samstag
richter kaufmann kind mann frau herr vater sohn ernst klein lang lange kurz neu alt stark roth frei gast
rätt domare per mats dag liv bo stig tage hans åke lag del dal sten ask al ek gran
rechter man vrouw kind dag brand
`;

/** Of companies: what they do, or where. */
const ofBusiness = `
bau bygg byggnads handel handels service services group gruppen gruppe holding holdings partner partners consulting consult
invest investment investments capital energy media data system systems nordic european europe international global general first
national united american british german swedish deutsche svenska nederlandse stiftung stiftelsen verein bank sparkasse
versicherung versicherungs immobilien fastighet fastighets fastigheter förvaltning förvaltnings advokatbyrå rechtsanwälte
verwaltung verwaltungs vermögensverwaltung beteiligungs bouw vastgoed verzekeringen trading solutions technologies technology
company management property properties real estate the and
`;

/** In small letters they are words: “the baker”, “ein berg”. */
const common = `
rich grace hope faith joy rose lily iris ruby dawn autumn gene drew sue rob nick don miles bishop king knight young old long
short small little brown black white green gray grey gold silver stone wood woods forest field hill hall house church bush lake
rivers banks moore park street lane bridge gates price cost rush sharp strong swift power miller smith baker cook carter taylor
turner mason potter shepherd hunter fisher fish fox wolf lamb bird crane swan drake fall burns wells waters bell ball love best
good self chase frank groß schwarz weiss weiß braun grün gelb jung berg stein wald feld bach busch vogel fuchs hahn hirsch adler
engel herzog könig kaiser graf ritter bauer meier schmied koch müller schneider weber fischer wagner becker schäfer zimmermann
vogt kern freund jack dick josh roman rita rosa viola lund ström holm björk lind nord sjö öberg strand åker präst fors järv varg
svart vit modig frisk rask kvist blom roos boer groot dijk meer water prins jacht haan vos wit zwart bruin smit kerk huis veld
peter walter anton friedrich
`;

const setOf = (...texts: string[]) =>
  new Set(
    texts
      .join(" ")
      .split(/\s+/)
      .filter((word) => word !== ""),
  );
const waiting = setOf(ofProse, ofBusiness);
const lower = setOf(ofProse, ofBusiness, common);

/** A word of prose, or of what companies do: alone it is not taken for a name. */
export function isEveryday(word: string): boolean {
  return waiting.has(word.toLowerCase());
}

/** Taken for a name only if it begins with a capital. */
export function isCommonNoun(word: string): boolean {
  return lower.has(word.toLowerCase());
}

/** Parts of names that say nothing about whose it is. */
const parts = new Set(
  `von van vom zu zur zum de der den del della di da du dos la le af av auf und and och en et the of for für för ab aktiebolag
  gmbh ag kg kgaa ohg ug se mbh ltd limited llc llp lp plc inc corp corporation company co bv nv vof hb kb ek ev eg as a/s asa oy
  oyj aps sa sas sarl srl spa dr prof mr mrs ms miss mx sir dame herr frau fräulein fru fröken hr dhr mevrouw mevr mw heer jur
  advokat rechtsanwalt rechtsanwältin mag dipl ing med phil jr sr junior senior`.split(/\s+/),
);

export function isGluePart(word: string): boolean {
  return parts.has(word.toLowerCase());
}

const titles = new Set(
  `mr mrs ms miss mx sir dame dr prof herr herrn frau fräulein fru fröken dhr mevrouw mevr mw heer advokat rechtsanwalt
  rechtsanwältin professor doktor judge justice`.split(/\s+/),
);

export function isTitle(word: string): boolean {
  return titles.has(word.toLowerCase());
}
