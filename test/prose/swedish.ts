/* Ett kort uthyrningsavtal: å, ä och ö, paragrafer, mellanrum i tal, och tankstreck som i löpande text. */
import type { Prose } from "./prose.ts";

const nbsp = "\u00a0";
const thin = "\u202f";
const soft = "\u00ad";

export const swedish: Prose = {
  language: "Swedish",
  markdown: `# Hyresavtal för lokal

Mellan Ekbacken Fastigheter AB (”Hyresvärden”) och den som anges i bilaga${nbsp}1 (”Hyresgästen”) har följande avtal träffats. Avtalet gäller från och med den 1${nbsp}juni 2025 – och tills vidare.

## Hyra

1) Hyran är 12${thin}500${nbsp}kronor i månaden och betalas **i förskott** senast den sista vardagen före varje månads början.
2) Betalas hyran för sent ska ränta betalas enligt 6${nbsp}§ räntelagen (1975:635). Hyresvärden ska skriftligen underrätta Hyresgästen.
3) Hyran räknas om varje år efter *konsumentprisindex*, dock högst 3${nbsp}%.

## Skick och underhåll

1) Lokalen överlämnas i det skick den har på tillträdesdagen – städad, tömd och låst.
2) Hyresgästen svarar för under${soft}hålls${soft}åtgärder inne i lokalen. Hyresvärden ska skriftligen underrätta Hyresgästen.

Hyresgästen får inte:

- hyra ut lokalen i andra hand
- sätta upp skyltar utan ”uttryckligt” tillstånd
- förvara brandfarliga varor

| Utrymme | Yta |
| --- | --- |
| Butik | 84 m² |
| Förråd | 12 m² |

## Uppsägning

Avtalet upphör nio månader efter uppsägning. Uppsägning ska vara skriftlig; e-post räknas som ”skriftlig” om mottagaren bekräftar den. Hyresvärden ska skriftligen underrätta Hyresgästen.

Tvist prövas av hyresna\u0308mnden i Malmö, jfr 12${nbsp}kap. 57${nbsp}§ jordabalken…`,
  passages: [
    "bilaga\u00a01 (”Hyresgästen”) har följande avtal träffats",
    "den 1\u00a0juni 2025 – och tills vidare",
    "12\u202f500\u00a0kronor i månaden",
    "enligt 6\u00a0§ räntelagen (1975:635)",
    "på tillträdesdagen – städad, tömd och låst",
    "under\u00adhålls\u00adåtgärder inne i lokalen",
    "utan ”uttryckligt” tillstånd",
    "e-post räknas som ”skriftlig” om mottagaren bekräftar den",
    "hyresna\u0308mnden i Malmö, jfr 12\u00a0kap. 57\u00a0§",
    "dock högst 3\u00a0%",
  ],
  cases: [
    ["ett ord", "sista vardagen", "tredje vardagen", ["sista vardagen", "tredje vardagen"]],
    [
      "fet stil inuti",
      "betalas i förskott senast",
      "betalas kvartalsvis i förskott senast",
      ["betalas i förskott senast", "betalas kvartalsvis i förskott senast"],
    ],
    ["dollartecken är text", "12 500 kronor", "$& kronor", ["12\u202f500\u00a0kronor", "$&\u00a0kronor"]],
    ["tre gånger samma mening", "Hyresvärden ska skriftligen underrätta", "Hyresvärden ska underrätta", "several"],
    [
      "det som står före avgör",
      "Hyresvärden ska skriftligen",
      "Hyresvärden ska genast",
      ["lokalen. Hyresvärden ska skriftligen", "lokalen. Hyresvärden ska genast"],
      { before: "underhållsåtgärder inne i lokalen. " },
    ],
    [
      "det som står efter avgör",
      "underrätta Hyresgästen",
      "meddela Hyresgästen",
      [
        "(1975:635). Hyresvärden ska skriftligen underrätta Hyresgästen",
        "(1975:635). Hyresvärden ska skriftligen meddela Hyresgästen",
      ],
      { after: ".\n\nHyran räknas om" },
    ],
    [
      "numret avgör",
      "skriftligen underrätta",
      "omedelbart underrätta",
      ["den. Hyresvärden ska skriftligen underrätta", "den. Hyresvärden ska omedelbart underrätta"],
      { occurrence: 3 },
    ],
    ["inget av det avgör", "skriftligen underrätta", "x", "several", { after: " Hyresgästen" }],
    ["stor bokstav räknas", "hyresvärden ska", "x", "not-found"],
    ["del av en sammansättning", "konsument", "x", "not-found"],
    ["del av ett ord med å", "låst och", "x", "not-found"],
    ["a utan ring är en annan bokstav", "brandfarliga väror", "x", "not-found"],
    ["redan så", "Avtalet upphör sex månader efter uppsägning.", "Avtalet upphör nio månader efter uppsägning.", "already-applied"],
    ["samma citattecken redan", '"uttryckligt"', "”uttryckligt”", "already-applied"],
    ["bara citattecknen", "”uttryckligt”", "»uttryckligt«", ["”uttryckligt”", "»uttryckligt«"]],
    ["ingenting", "", "x", "empty-original"],
    ["bara ett mjukt bindestreck", "\u00ad", "x", "empty-original"],
    ["en fras utgår med sitt mellanrum", " inne i lokalen", "", [" inne i lokalen", ""]],
    [
      "radbrytning i citatet",
      "Lokalen överlämnas i det\r\nskick den har",
      "Lokalen överlämnas i det skick den då har",
      ["Lokalen överlämnas i det skick den har", "Lokalen överlämnas i det skick den då har"],
    ],
    [
      "en punkt i listan",
      "hyra ut lokalen i andra hand",
      "upplåta lokalen i andra hand",
      ["hyra ut lokalen i andra hand", "upplåta lokalen i andra hand"],
    ],
    ["en cell", "84 m²", "86 m²", ["84 m²", "86 m²"]],
    ["två celler", "Förråd\n\n12 m²", "Förråd\n\n14 m²", ["Förråd\n\n12 m²", "Förråd\n\n14 m²"]],
    [
      "en rubrik",
      "Skick och underhåll",
      "Skick, underhåll och ändringar",
      ["Skick och underhåll", "Skick, underhåll och ändringar"],
    ],
    [
      "med klausulens nummer",
      "1. Hyran är 12 500 kronor i månaden",
      "1. Hyran är 13 000 kronor i månaden",
      ["Hyran är 12\u202f500\u00a0kronor i månaden", "Hyran är 13\u202f000\u00a0kronor i månaden"],
    ],
    ["tre punkter", "jordabalken...", "jordabalken.", ["jordabalken…", "jordabalken."]],
    ["citerat ur minnet", "Hyran ska betalas i efterskott varje kvartal", "x", "not-found"],
  ],
};
