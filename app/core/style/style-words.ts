/*
 * The words used to measure style, in five languages: first person, forms of
 * address, and hedges. Lower-case phrases, with inflected forms listed one
 * after another; a trailing apostrophe is an elision.
 */
import type { StyleLanguage } from "../text/sentences.ts";

export type StyleWords = {
  firstSingular: string;
  firstPlural: string;
  /** The reader addressed informally and formally. English makes no distinction. */
  informal: string;
  formal: string;
  hedges: string;
};

export const styleWords: Record<StyleLanguage, StyleWords> = {
  en: {
    firstSingular: "i,i'm,i've,i'll,i'd,me,my,mine,myself",
    firstPlural: "we,we're,we've,we'll,we'd,us,our,ours,ourselves",
    informal: "you,you're,you've,you'll,you'd,your,yours,yourself,yourselves",
    formal: "",
    hedges:
      "perhaps,maybe,might,may,could,possibly,probably,presumably,apparently,arguably,seemingly,seem,seems,seemed,appear,appears,appeared,suggest,suggests,tend to,tends to,i think,i believe,i suppose,it is likely,more or less,somewhat,rather,to some extent,in a sense,as it were",
  },
  sv: {
    firstSingular: "jag,mig,mej,min,mitt,mina",
    firstPlural: "vi,oss,vår,vårt,våra",
    informal: "du,dig,dej,din,ditt,dina",
    formal: "ni,er,ert,era",
    hedges:
      "kanske,möjligen,möjligtvis,eventuellt,förmodligen,troligen,troligtvis,sannolikt,antagligen,nog,väl,tycks,verkar,förefaller,jag tror,vi tror,jag tycker,i viss mån,till viss del,mer eller mindre,på sätt och vis,kan tänkas",
  },
  de: {
    firstSingular: "ich,mich,mir,mein,meine,meinen,meinem,meiner,meines",
    firstPlural: "wir,uns,unser,unsere,unseren,unserem,unserer,unseres",
    informal: "du,dich,dir,dein,deine,deinen,deinem,deiner,deines,euch,euer,eure,euren,eurem,eurer",
    // Capitalized, so handled separately.
    formal: "",
    hedges:
      "vielleicht,möglicherweise,eventuell,wahrscheinlich,vermutlich,wohl,anscheinend,offenbar,scheint,scheinen,dürfte,dürften,könnte,könnten,ich glaube,ich denke,ich meine,wir glauben,gewissermaßen,mehr oder weniger,in gewissem maße,unter umständen,tendenziell",
  },
  nl: {
    firstSingular: "ik,mij,me,mijn,mezelf",
    firstPlural: "wij,we,ons,onze",
    informal: "jij,je,jou,jouw,jullie",
    formal: "u,uw,uzelf",
    hedges:
      "misschien,mogelijk,wellicht,eventueel,waarschijnlijk,vermoedelijk,blijkbaar,kennelijk,lijkt,lijken,schijnt,zou kunnen,zouden kunnen,ik denk,ik geloof,ik vind,wij denken,min of meer,enigszins,in zekere zin,tot op zekere hoogte",
  },
  fr: {
    firstSingular: "je,j',me,m',moi,mon,ma,mes",
    firstPlural: "nous,notre,nos",
    informal: "tu,te,t',toi,tes",
    formal: "vous,votre,vos",
    hedges:
      "peut-être,sans doute,probablement,possiblement,éventuellement,apparemment,vraisemblablement,semble,semblent,semblerait,paraît,pourrait,pourraient,pourriez,je pense,je crois,il me semble,en quelque sorte,plus ou moins,dans une certaine mesure,plutôt",
  },
};
