/* A lease, and what may be said of it. */
import type { Attacks } from "./attacks.ts";

const sources = [
  `ANSTÄLLNINGS- OCH HYRESAVTAL mellan Bygg AB ("hyresvärden") och Anna Ek ("hyresgästen")

4 § Hyresgästen ska betala en hyra om 9 500 kronor i månaden senast den sista vardagen före varje kalendermånads början.

5 § Betalar hyresgästen inte i rätt tid får hyresvärden ta ut dröjsmålsränta med 8 procent per år samt en påminnelseavgift om 60 kronor.

6 § Hyresavtalet gäller tills vidare från och med den 1 maj 2023. Hyresgästen får säga upp avtalet med tre månaders uppsägningstid. Hyresvärden får inte säga upp avtalet utan saklig grund.

7 § Hyresgästen får inte upplåta lägenheten i andra hand utan hyresvärdens skriftliga samtycke, om inte hyresnämnden lämnar tillstånd.

8 § Hyresvärden ansvarar för underhåll av lägenheten, utom för skador som hyresgästen har orsakat genom vårdslöshet.

9 § Depositionen är högst tre månadshyror och ska återbetalas inom 30 dagar efter avflyttning.

10 § Uppsägning ska vara skriftlig. En arbetsgivare som inte iakttar formkraven ska betala skadestånd. Arbetstagaren behöver inte ange skäl för sin uppsägning.

11 § Den som har fyllt 67 år får avsluta anställningen vid utgången av kalenderåret. Arbetstiden är mellan 20 och 30 timmar i veckan.`,
];

export const swedish: Attacks[] = [
  {
    source: sources[0]!,
    rows: {
      true: [
        "Hyran är 9 500 kronor i månaden [[1]]",
        "Hyresgästen ska betala 9 500 kr per månad senast sista vardagen före kalendermånadens början [[1]]",
        "Påminnelseavgiften är sextio kronor [[1]]",
        "Avtalet gäller tills vidare från den 1 maj 2023 [[1]]",
        "Hyresgästen kan säga upp avtalet med tre månaders uppsägningstid [[1]]",
        "Hyresvärden får inte säga upp avtalet utan saklig grund [[1]]",
        "Hyresgästen får inte upplåta lägenheten i andra hand utan hyresvärdens skriftliga samtycke, om inte hyresnämnden lämnar tillstånd [[1]]",
        "Hyresvärden ansvarar för underhåll av lägenheten, utom för skador som hyresgästen orsakat genom vårdslöshet [[1]]",
        "Depositionen får vara högst tre månadshyror [[1]]",
        "Uppsägning ska vara skriftlig [[1]]",
        "En arbetsgivare som inte iakttar formkraven ska betala skadestånd [[1]]",
        "Arbetstagaren behöver inte ange skäl [[1]]",
        "Den som har fyllt sextiosju år får avsluta anställningen vid utgången av kalenderåret [[1]]",
        "Arbetstiden är 20–30 timmar i veckan [[1]]",
        "I avtalet står: ”Hyresvärden får inte säga upp avtalet utan saklig grund.” (6 §) [[1]]",
        "Enligt 6 § gäller att ”Hyresvärden får inte säga upp avtalet utan saklig grund” [[1]]",
        "”Hyresgästen får inte upplåta lägenheten i andra hand …” [[1]]",
        "Hyresgästen har ”tre månaders uppsägningstid” [[1]]",
        "»Uppsägning ska vara skriftlig.» [[1]]",
      ],
      doubted: [
        "Depositionen ska betalas tillbaka inom trettio dagar efter avflyttning [[1]]",
        "Vid sen betalning får hyresvärden ta ut dröjsmålsränta med åtta procent per år [[1]]",
        "Hyresvärden får säga upp avtalet med saklig grund [[1]]",
        "Hyresgästen får inte hyra ut lägenheten i andra hand utan skriftligt samtycke från hyresvärden, såvida inte hyresnämnden ger tillstånd [[1]]",
      ],
      false: [
        "Hyran är 9 500 kronor om året [[1]]",
        "Hyran är 9 500 euro i månaden [[1]]",
        "Hyran är 95 000 kronor i månaden [[1]]",
        "Hyresvärden ska betala en hyra om 9 500 kronor i månaden [[1]]",
        "Hyran ska betalas tidigast den sista vardagen före varje kalendermånads början [[1]]",
        "Hyran ska betalas senast den första vardagen efter varje kalendermånads början [[1]]",
        "Hyresgästen får betala en hyra om 9 500 kronor i månaden [[1]]",
        "Vid sen betalning ska hyresvärden ta ut dröjsmålsränta med 8 procent per år [[1]]",
        "Vid sen betalning får hyresvärden ta ut dröjsmålsränta med 8 procent per månad [[1]]",
        "Vid sen betalning får hyresgästen ta ut dröjsmålsränta med 8 procent per år [[1]]",
        "Påminnelseavgiften är sexton kronor [[1]]",
        "Hyresvärden får inte ta ut någon påminnelseavgift [[1]]",
        "Avtalet gäller tills vidare från den 1 mars 2023 [[1]]",
        "Avtalet gäller till och med den 1 maj 2023 [[1]]",
        "Hyresgästen kan säga upp avtalet med tre veckors uppsägningstid [[1]]",
        "Hyresvärden kan säga upp avtalet med tre månaders uppsägningstid [[1]]",
        "Hyresgästen måste säga upp avtalet med tre månaders uppsägningstid [[1]]",
        "Hyresvärden får säga upp avtalet utan saklig grund [[1]]",
        "Hyresgästen får inte säga upp avtalet utan saklig grund [[1]]",
        "Hyresvärden får inte säga upp avtalet [[1]]",
        "Hyresgästen får upplåta lägenheten i andra hand utan hyresvärdens samtycke [[1]]",
        "Hyresgästen får inte upplåta lägenheten i andra hand utan hyresvärdens muntliga samtycke, om inte hyresnämnden lämnar tillstånd [[1]]",
        "Hyresgästen får inte upplåta lägenheten i andra hand, även om hyresnämnden lämnar tillstånd [[1]]",
        "Hyresgästen får inte upplåta lägenheten i andra hand ens med hyresvärdens skriftliga samtycke [[1]]",
        "Hyresvärden får inte upplåta lägenheten i andra hand utan hyresgästens skriftliga samtycke [[1]]",
        "Hyresvärden ansvarar för underhåll av lägenheten, även för skador som hyresgästen har orsakat genom vårdslöshet [[1]]",
        "Hyresvärden ansvarar för underhåll av lägenheten, inklusive skador som hyresgästen har orsakat genom vårdslöshet [[1]]",
        "Hyresgästen ansvarar för underhåll av lägenheten [[1]]",
        "Depositionen är minst tre månadshyror [[1]]",
        "Depositionen är högst två månadshyror [[1]]",
        "Depositionen ska återbetalas inom 30 dagar före avflyttning [[1]]",
        "Depositionen ska återbetalas inom 30 månader efter avflyttning [[1]]",
        "Depositionen behöver inte återbetalas [[1]]",
        "Uppsägning ska vara muntlig [[1]]",
        "Uppsägning behöver inte vara skriftlig [[1]]",
        "En arbetsgivare som iakttar formkraven ska betala skadestånd [[1]]",
        "En arbetstagare som inte iakttar formkraven ska betala skadestånd [[1]]",
        "Arbetstagaren ska ange skäl för sin uppsägning [[1]]",
        "Arbetsgivaren behöver inte ange skäl för sin uppsägning [[1]]",
        "Den som har fyllt 76 år får avsluta anställningen vid utgången av kalenderåret [[1]]",
        "Den som inte har fyllt 67 år får avsluta anställningen vid utgången av kalenderåret [[1]]",
        "Den som har fyllt 67 år får avsluta anställningen vid början av kalenderåret [[1]]",
        "Arbetstiden är 20–40 timmar i veckan [[1]]",
        "Arbetstiden är mellan 20 och 30 timmar i månaden [[1]]",
        "Arbetstiden är mellan 20 och 30 dagar [[1]]",
        "Enligt 9 § gäller att ”Hyresvärden får inte säga upp avtalet utan saklig grund” [[1]]",
        "”Hyresvärden får inte säga upp avtalet utan saklig grund” (9 §) [[1]]",
        "”Hyresvärden får … säga upp avtalet utan saklig grund” [[1]]",
        "”Hyresgästen får … upplåta lägenheten i andra hand” [[1]]",
        "Hyresvärden kan när som helst avsluta avtalet: ”Hyresvärden får inte säga upp avtalet utan saklig grund” [[1]]",
        "Hyresvärden har fri uppsägningsrätt, ”tre månaders uppsägningstid” [[1]]",
        "Hyresvärden har ”tre månaders uppsägningstid” [[1]]",
        "»Uppsägning ska vara muntlig.» [[1]]",
      ],
    },
  },
];
