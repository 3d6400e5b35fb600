/*
 * Names that are also everyday words. Alone they stay as they are: “the court will” is not about Will. Beside another part
 * of the name, or after a form of address, they are replaced.
 */
const words = `
may june april august mai juni juli januari will mark bill grant chase frank rich grace hope faith joy rose lily iris ruby
dawn summer winter autumn sommer herbst art gene drew pat sue rob nick don miles page law court justice bishop king knight
judge young old long short small little brown black white green gray grey gold silver stone wood woods forest field hill
hall house church bush lake rivers banks bank moore park street lane bridge gates price cost rush sharp strong swift power
miller smith baker cook carter taylor turner mason potter shepherd hunter fisher fish fox wolf lamb bird crane swan drake
day week month north south east west case fall burns wells waters bell ball love best good self parent child person party
richter klein gross groß lange lang kurz schwarz weiss weiß braun grün gelb roth rot stark jung alt berg stein wald feld
bach busch wolf wolff vogel fuchs hahn hirsch adler engel herzog könig kaiser graf ritter bauer meier schmied koch müller
schneider weber fischer wagner becker schäfer zimmermann kaufmann hoffmann hofmann vogt schulze friedrich ernst max kern
frei freund gast herr frau mann kind vater sohn peter winter freitag sonntag montag mittwoch donnerstag anton walter
lund ström holm sten björk gran ek lind ask al dal nord sjö öberg berg strand vik ö ås åker lag rätt domare präst fors
per mats stig tage bo liv åke vår sten björn järv ulv varg stark lång svart vit brun grön frisk modig rask kvist blom
hans roman rita jack dick josh rosa viola
visser bakker boer jong groot klein dijk berg bos meer water kok mulder koning prins dekker jansen jacht haan vos wit
zwart bruin dag brand smit kerk huis veld roos mei
bau bygg handel service group holding partners partner consulting invest capital energy media data systems system
nordic european international global general first national united american british german swedish the der die das den
stiftung verein bank sparkasse versicherung immobilien fastigheter fastighet förvaltning advokatbyrå rechtsanwälte
`;

const everyday = new Set(words.split(/\s+/).filter((word) => word !== ""));

export function isEveryday(word: string): boolean {
  return everyday.has(word.toLowerCase());
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
