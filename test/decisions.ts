/* Invented decisions and a bill, in the forms in which their publishers give them. */

/** By the OpenAPI description of rechtsinformationen.bund.de. */
export const federalDecision = {
  "@id": "/v1/case-law/KORE990012099",
  documentNumber: "KORE990012099",
  ecli: "ECLI:DE:BGH:2099:050599UVIIIZR12.99.0",
  decisionDate: "2099-05-05",
  fileNumbers: ["VIII ZR 12/99"],
  courtType: "BGH",
  courtName: "BGH Karlsruhe",
  documentType: "Urteil",
  guidingPrinciple: "<p>Die Probezeit endet mit ihrem letzten Tag.</p>",
  tenor: "<p>Die Revision wird zurückgewiesen.</p>",
  caseFacts: "<p>1</p><p>Die Klägerin arbeitete zur Probe.</p><p>2</p><p>Sie verlangt Lohn.</p>",
  decisionGrounds:
    "<h2>A.</h2><p>3 Die Revision ist unbegründet.</p><p>Dort heißt es:</p><p>1. Zitierte Absätze haben eigene Nummern.</p><p>4 Die Frist war verstrichen.</p>",
  decisionName: [],
  deviatingDocumentNumber: [],
  keywords: [],
  inLanguage: "de",
  encoding: [],
  vorabdokument: false,
};

/** As Domstolsverket's open data gives a report. */
export const swedishDecision = {
  id: "3f1d2c4e-0000-4000-8000-209900000012",
  typ: "PREJUDIKAT",
  domstol: { domstolKod: "HDO", domstolNamn: "Högsta domstolen" },
  avgorandedatum: "2099-03-02",
  malNummerLista: ["T 12-99"],
  referatNummerLista: ["NJA 2099 s.12"],
  benamning: "Provarbetet",
  sammanfattning: "Fråga om uppsägning vid provarbete.",
  innehall:
    "<h2>Domskäl</h2><p>1. Provarbetet upphör med sin sista dag.</p><p>2. Uppsägningen var för sen.</p><h2>Domslut</h2><p>Högsta domstolen avslår överklagandet.</p>",
};

const dokument = {
  dok_id: "JD03105",
  rm: "2097/98",
  beteckning: "105",
  doktyp: "prop",
  titel: "Ny lag om provarbete",
  datum: "2098-02-15 00:00:00",
  html: "<div><p>1 Förslag till riksdagsbeslut 5</p><p>2 Ärendet 6</p></div><div><p>Regeringens proposition 2097/98:105</p><h1>1 Förslag till riksdagsbeslut</h1><p>Riksdagen antar lagen.</p><h1>2 Ärendet</h1><p>En utredning har tillsatts.</p><h2>2.1 Skälen för förslaget</h2><p>Provarbete bör ha kort uppsägningstid.</p></div>",
};
/** As the parliament's open data gives a bill. */
export const swedishBill = { dokumentstatus: { dokument } };
