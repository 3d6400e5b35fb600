/* Swedish acts: what a lawyer would say of a section, and what one must not. */
import type { Statements } from "./statements.ts";

export const swedish: Statements = {
  "SFS 1982:80:6": {
    true: [
      "En provanställning får pågå i högst sex månader [[1]]",
      "Lämnas inget besked senast när prövotiden går ut, blir provanställningen en tillsvidareanställning [[1]]",
      "Provanställningen kan avbrytas i förtid, såvida parterna inte har avtalat något annat [[1]]",
    ],
    false: [
      "En provanställning får pågå i högst tolv månader [[1]]",
      "Lämnas inget besked senast när prövotiden går ut, upphör anställningen [[1]]",
      "Provanställningen kan inte avbrytas före prövotidens utgång [[1]]",
    ],
  },
  "SFS 1982:80:11": {
    true: [
      "Den kortaste uppsägningstiden är en månad, oavsett om det är arbetsgivaren eller arbetstagaren som säger upp [[1]]",
      "Den som har varit anställd i sju år har rätt till fyra månaders uppsägningstid [[1]]",
      "Efter tio års anställning är uppsägningstiden för arbetstagaren sex månader [[1]]",
    ],
    false: [
      "Den kortaste uppsägningstiden är två månader för både arbetsgivare och arbetstagare [[1]]",
      "Den som har varit anställd i sju år har rätt till fem månaders uppsägningstid [[1]]",
      "Minimitiden på en månad gäller bara för arbetsgivaren [[1]]",
    ],
  },
  "SFS 1982:80:18": {
    true: [
      "Arbetsgivaren får avskeda en arbetstagare som grovt har åsidosatt sina skyldigheter [[1]]",
      "Omständigheter som arbetsgivaren har känt till i mer än två månader räcker i regel inte ensamma för ett avskedande [[1]]",
      "Har arbetsgivaren väntat på arbetstagarens egen begäran får även äldre omständigheter åberopas [[1]]",
    ],
    false: [
      "Arbetsgivaren får avskeda en arbetstagare som ringa har åsidosatt sina skyldigheter [[1]]",
      "Avskedandet får grundas enbart på omständigheter som arbetsgivaren har känt till i mer än två månader [[1]]",
      "Avskedandet får inte grundas enbart på omständigheter som arbetsgivaren har känt till i mer än sex månader [[1]]",
    ],
  },
  "SFS 1977:480:4": {
    true: [
      "Varje semesterår har arbetstagaren rätt till 25 dagars semester [[1]]",
      "Börjar anställningen efter den 31 augusti är rätten begränsad till fem semesterdagar det året [[1]]",
      "Semesterlön betalas under ledigheten i den mån den har tjänats in [[1]]",
    ],
    false: [
      "Varje semesterår har arbetstagaren rätt till 30 dagars semester [[1]]",
      "Börjar anställningen före den 31 augusti är rätten begränsad till fem semesterdagar det året [[1]]",
      "Semesterlön betalas under ledigheten även om den inte har tjänats in [[1]]",
    ],
  },
  "SFS 1977:480:12": {
    true: [
      "Huvudsemestern ska omfatta minst fyra veckor under juni till augusti, om inget annat har avtalats [[1]]",
      "Finns det särskilda skäl får semesterperioden läggas på en annan tid, också utan stöd i avtal [[1]]",
      "Parterna kan avtala om en annan förläggning av semesterledigheten [[1]]",
    ],
    false: [
      "Huvudsemestern ska omfatta minst fem veckor under juni till augusti, om inget annat har avtalats [[1]]",
      "Semesterperioden får inte läggas på annan tid utan stöd av avtal [[1]]",
      "Arbetstagaren ska få högst fyra veckors ledighet under juni till augusti [[1]]",
    ],
  },
  "SFS 1990:931:32": {
    true: [
      "Köparen måste reklamera felet inom skälig tid från det att det märktes eller borde ha märkts [[1]]",
      "Rätten att åberopa felet går förlorad om reklamation inte sker inom två år från mottagandet av varan [[1]]",
      "En garanti kan ge köparen längre tid än två år [[1]]",
    ],
    false: [
      "Köparen måste reklamera felet inom två veckor från det att det märktes [[1]]",
      "Rätten att åberopa felet går förlorad om reklamation inte sker inom tre år från mottagandet av varan [[1]]",
      "Köparen får åberopa felet även om han inte har lämnat säljaren något meddelande om det [[1]]",
    ],
  },
  "SFS 2022:260:7:6": {
    true: [
      "Är betalningsdröjsmålet ett väsentligt avtalsbrott får näringsidkaren häva köpet [[1]]",
      "När hela priset är betalt kan näringsidkaren inte längre häva [[1]]",
      "Under tilläggstiden är hävning möjlig bara om konsumenten meddelar att betalning inte kommer att ske [[1]]",
    ],
    false: [
      "Är betalningsdröjsmålet ett väsentligt avtalsbrott får konsumenten häva köpet [[1]]",
      "När hela priset är betalt kan näringsidkaren fortfarande häva [[1]]",
      "Under tilläggstiden får näringsidkaren häva köpet även om konsumenten inte har meddelat något [[1]]",
    ],
  },
  "SFS 1962:700:15:1": {
    true: [
      "Den som under ed talar osanning döms för mened till fängelse i högst fyra år [[1]]",
      "Ringa mened ger böter eller fängelse i högst sex månader [[1]]",
      "För grov mened är straffskalan fängelse i två till åtta år [[1]]",
    ],
    false: [
      "Den som under ed talar osanning döms för mened till fängelse i högst två år [[1]]",
      "Ringa mened är inte straffbart [[1]]",
      "För grov mened är straffskalan fängelse i två till sex år [[1]]",
    ],
  },
  "SFS 2016:1145:11:2": {
    true: [
      "Anbudstiden vid öppet förfarande är minst 35 dagar räknat från det att annonsen skickades för publicering [[1]]",
      "Tidsfristen på 35 dagar gäller med förbehåll för 5–10 §§ [[1]]",
      "Leverantörerna ska ha minst 35 dagar på sig att lämna anbud vid ett öppet förfarande [[1]]",
    ],
    false: [
      "Anbudstiden vid öppet förfarande är minst 30 dagar räknat från det att annonsen skickades för publicering [[1]]",
      "Anbudstiden vid öppet förfarande är högst 35 dagar [[1]]",
      "Tidsfristen på 35 dagar räknas från det att annonsen publicerades [[1]]",
    ],
  },
  "SFS 1982:80:35": {
    true: [
      "Räckte omständigheterna inte ens för en giltig uppsägning ska avskedandet ogiltigförklaras om arbetstagaren yrkar det [[1]]",
      "Domstolen kan inte besluta att anställningen ska bestå fram till det slutliga avgörandet i en tvist om ett avskedandes giltighet [[1]]",
      "Ogiltigförklaring förutsätter ett yrkande av arbetstagaren [[1]]",
    ],
    false: [
      "Domstolen kan besluta att anställningen ska bestå fram till det slutliga avgörandet [[1]]",
      "Räckte omständigheterna inte ens för en giltig uppsägning ska avskedandet ogiltigförklaras om arbetsgivaren yrkar det [[1]]",
      "Ett avskedande ska förklaras ogiltigt utan yrkande [[1]]",
    ],
  },
};
