/* Dutch acts: what a lawyer would say of an article, and what one must not. */
import type { Statements } from "./statements.ts";

export const dutch: Statements = {
  "BWBR0045754:4.4": {
    true: [
      "Het bestuursorgaan moet uiterlijk vier weken na de dag van ontvangst op het verzoek beslissen [[1]]",
      "De beslistermijn kan met hoogstens twee weken worden verlengd wanneer de informatie omvangrijk of ingewikkeld is [[1]]",
      "Verdaging wordt vóór het einde van de eerste termijn schriftelijk en gemotiveerd aan de verzoeker meegedeeld [[1]]",
    ],
    false: [
      "Het bestuursorgaan moet uiterlijk zes weken na de dag van ontvangst op het verzoek beslissen [[1]]",
      "De beslistermijn kan met hoogstens vier weken worden verlengd wanneer de informatie omvangrijk of ingewikkeld is [[1]]",
      "Verdaging wordt na het einde van de eerste termijn aan de verzoeker meegedeeld [[1]]",
    ],
  },
  "BWBR0045754:4.1": {
    true: [
      "Iedereen kan bij een bestuursorgaan om publieke informatie vragen [[1]]",
      "Het verzoek mag mondeling of schriftelijk worden gedaan [[1]]",
      "Is het verzoek te algemeen, dan vraagt het bestuursorgaan binnen twee weken om een precisering [[1]]",
    ],
    false: [
      "Alleen belanghebbenden kunnen bij een bestuursorgaan om publieke informatie vragen [[1]]",
      "Het verzoek kan niet mondeling worden ingediend [[1]]",
      "De verzoeker moet bij zijn verzoek een belang stellen [[1]]",
    ],
  },
  "BWBR0045754:4.2": {
    true: [
      "Ligt de informatie bij een ander bestuursorgaan, dan wordt de verzoeker daarheen verwezen [[1]]",
      "Een schriftelijk verzoek wordt onverwijld doorgestuurd en de verzoeker krijgt daarvan bericht [[1]]",
      "Had de informatie volgens een wettelijk voorschrift bij het bestuursorgaan moeten berusten, dan vordert het die informatie [[1]]",
    ],
    false: [
      "Een schriftelijk verzoek wordt niet doorgezonden aan het andere bestuursorgaan [[1]]",
      "Een schriftelijk verzoek wordt binnen vier weken doorgezonden aan het andere bestuursorgaan [[1]]",
      "Wie over de gevraagde informatie beschikt, hoeft die niet te verstrekken [[1]]",
    ],
  },
  "BWBR0018472:16": {
    true: [
      "Duurt de toekenning vermoedelijk langer dan acht weken, dan krijgt de belanghebbende een voorschot [[1]]",
      "Een herzien voorschot kan tot terugvordering leiden [[1]]",
      "De Belastingdienst/Toeslagen mag het voorschot herzien [[1]]",
    ],
    false: [
      "Duurt de toekenning vermoedelijk langer dan twaalf weken, dan krijgt de belanghebbende een voorschot [[1]]",
      "De Belastingdienst/Toeslagen kan het voorschot niet herzien [[1]]",
      "Een herziening van het voorschot kan niet tot terugvordering leiden [[1]]",
    ],
  },
  "BWBR0018472:15": {
    true: [
      "De aanvraag kan worden gedaan tot 1 april van het jaar na het berekeningsjaar [[1]]",
      "Heeft de belanghebbende een partner, dan tekent die de aanvraag mee [[1]]",
      "De aanvraag geldt ook voor de volgende berekeningsjaren [[1]]",
    ],
    false: [
      "De aanvraag kan worden gedaan tot 1 mei van het jaar na het berekeningsjaar [[1]]",
      "De partner hoeft de aanvraag niet mede te ondertekenen [[1]]",
      "De aanvraag geldt alleen voor het berekeningsjaar zelf [[1]]",
    ],
  },
  "BWBR0018472:19": {
    true: [
      "De tegemoetkoming wordt binnen acht weken na vaststelling van de laatste relevante aanslag toegekend [[1]]",
      "Zonder aanslag inkomstenbelasting volgt de toekenning vóór 1 december van het jaar na het berekeningsjaar [[1]]",
      "Lukt dat niet op tijd, dan meldt de dienst dit schriftelijk en noemt een redelijke termijn [[1]]",
    ],
    false: [
      "De tegemoetkoming wordt binnen zes weken na vaststelling van de laatste relevante aanslag toegekend [[1]]",
      "Zonder aanslag inkomstenbelasting volgt de toekenning vóór 1 oktober van het jaar na het berekeningsjaar [[1]]",
      "Lukt dat niet op tijd, dan hoeft de dienst dit niet te melden [[1]]",
    ],
  },
  "BWBR0018472:21": {
    true: [
      "Na vijf jaar, gerekend vanaf de laatste dag van het berekeningsjaar, kan de tegemoetkoming niet meer op deze grond worden herzien [[1]]",
      "Herziening is mogelijk als de belanghebbende wist dat het toegekende bedrag te hoog was [[1]]",
      "De herziening kan ertoe leiden dat een bedrag moet worden terugbetaald [[1]]",
    ],
    false: [
      "Na drie jaar, gerekend vanaf de laatste dag van het berekeningsjaar, kan de tegemoetkoming niet meer worden herzien [[1]]",
      "Herziening is niet mogelijk als de belanghebbende wist dat het toegekende bedrag te hoog was [[1]]",
      "Herziening is mogelijk als de tegemoetkoming tot een te laag bedrag is toegekend [[1]]",
    ],
  },
  "BWBR0018472:28": {
    true: [
      "Een terugvordering moet met de rente binnen twee maanden na dagtekening van de beschikking zijn betaald [[1]]",
      "Ook een bestuurlijke boete is binnen twee maanden na de dagtekening verschuldigd [[1]]",
      "Op deze termijnen is de Algemene termijnenwet niet van toepassing [[1]]",
    ],
    false: [
      "Een terugvordering moet binnen zes weken na dagtekening van de beschikking zijn betaald [[1]]",
      "Op deze termijnen is de Algemene termijnenwet van toepassing [[1]]",
      "Een bestuurlijke boete is binnen drie maanden na de dagtekening verschuldigd [[1]]",
    ],
  },
  "BWBR0045754:8.6": {
    true: [
      "Informatie openbaar maken kost op grond van deze wet niets [[1]]",
      "Voor kopieën mag een redelijke vergoeding worden gevraagd die niet boven de kostprijs uitkomt [[1]]",
      "Over de vergoeding voor kopieën kunnen bij algemene maatregel van bestuur regels worden gesteld [[1]]",
    ],
    false: [
      "Voor kopieën van documenten mag geen vergoeding worden gevraagd [[1]]",
      "Voor kopieën mag een vergoeding worden gevraagd die de kostprijs overstijgt [[1]]",
      "Het bestuursorgaan moet voor kopieën een vergoeding vragen [[1]]",
    ],
  },
  "BWBR0045754:5.7": {
    true: [
      "Voor wetenschappelijk of journalistiek onderzoek kan het bestuursorgaan toegang geven tot informatie die niet openbaar mag worden gemaakt [[1]]",
      "Aan de toegang mogen voorwaarden worden verbonden [[1]]",
      "De onderzoeker mag de informatie niet verder verspreiden zonder een voorafgaand besluit van het bestuursorgaan [[1]]",
    ],
    false: [
      "Het bestuursorgaan moet voor wetenschappelijk onderzoek toegang geven tot niet-openbare informatie [[1]]",
      "Aan de toegang mogen geen voorwaarden worden verbonden [[1]]",
      "De onderzoeker mag de informatie zonder besluit van het bestuursorgaan verder verspreiden [[1]]",
    ],
  },
};
