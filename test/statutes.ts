/* Small statutes in the official forms, written by hand for the tests: what they say is nobody's law. */

export const germanAct = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE dokumente SYSTEM "http://www.gesetze-im-internet.de/dtd/1.01/gii-norm.dtd">
<dokumente builddate="20260301215502" doknr="BJNR990010999"><norm doknr="BJNR990010999"><metadaten><jurabk>ProbeG</jurabk><ausfertigung-datum manuell="ja">2001-01-01</ausfertigung-datum><langue>Gesetz über Probearbeit</langue></metadaten></norm>
<norm><metadaten><jurabk>ProbeG</jurabk><gliederungseinheit><gliederungskennzahl>010</gliederungskennzahl><gliederungsbez>Erster Abschnitt</gliederungsbez><gliederungstitel>Probezeit</gliederungstitel></gliederungseinheit></metadaten><textdaten><text><Content><P></P></Content></text></textdaten></norm>
<norm><metadaten><jurabk>ProbeG</jurabk><enbez>§ 1</enbez><titel>Kündigungsfrist</titel></metadaten><textdaten><text><Content><P>(1) Dieses Gesetz gilt für jede Probearbeit.</P><P>(2) In der Probezeit beträgt die Frist für eine Kündigung zwei Wochen. Sie gilt für <DL><DT>1.</DT><DD><LA>Arbeitgeber und</LA></DD><DT>2.</DT><DD><LA>Arbeitnehmer.</LA></DD></DL></P></Content></text></textdaten></norm>
<norm><metadaten><jurabk>ProbeG</jurabk><enbez>§ 2</enbez><titel>Urlaub</titel></metadaten><textdaten><text><Content><P>Während der Probezeit entsteht je Monat ein Anspruch auf zwei Tage Urlaub.</P></Content></text></textdaten></norm>
<norm><metadaten><jurabk>ProbeG</jurabk><enbez>§ 2a</enbez><titel>Mietwohnung</titel></metadaten><textdaten><text><Content><P>Eine Mietwohnung am Arbeitsort ist binnen eines Monats zu räumen.</P></Content></text></textdaten></norm></dokumente>`;

export const swedishAct = JSON.stringify({
  beteckning: "2099:10",
  rubrik: "Lag (2099:10) om provarbete",
  ikraftDateTime: "2099-07-01T00:00:00",
  upphavdDateTime: null,
  fulltext: {
    uppdateradDateTime: "2099-08-01T00:00:00",
    forfattningstext:
      "1 kap. Inledande bestämmelser\r\n\r\nLagens tillämpningsområde\r\n\r\n1 § Denna lag gäller provarbete.\r\n\r\n2 kap. Uppsägning\r\n\r\nUppsägningstid\r\n\r\n1 § Vid provarbete är uppsägningstiden fjorton dagar.\r\n\r\nEn längre uppsägningstid får avtalas.\r\nDen får vara högst\r\n\r\n1. en månad för arbetstagaren, och\r\n\r\n2. två månader för arbetsgivaren.\r\n\r\n2 § Uppsägning ska vara skriftlig. Lag (2099:44).\r\n\r\nÖvergångsbestämmelser\r\n\r\n1 § Denna lag träder i kraft den 1 juli 2099.",
  },
});

export const britishAct = `<Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation" IdURI="http://www.legislation.gov.uk/id/ukpga/2099/7" RestrictStartDate="2099-04-06"><ukm:Metadata><dc:title>Trial Work Act 2099</dc:title><dct:valid>2099-05-01</dct:valid></ukm:Metadata><Primary><Body><Part id="part-1"><Number>Part 1</Number><Title>Trial work</Title><P1group><Title>Notice during a trial</Title><P1 id="section-1"><Pnumber>1</Pnumber><P1para><P2 id="section-1-1"><Pnumber>1</Pnumber><P2para><Text>A trial may be ended by notice of one week.</Text></P2para></P2><P2 id="section-1-2"><Pnumber>2</Pnumber><P2para><Text>Notice must be given—</Text><P3><Pnumber>a</Pnumber><P3para><Text>in writing, and</Text></P3para></P3><P3><Pnumber>b</Pnumber><P3para><Text>on a working day.</Text></P3para></P3></P2para></P2></P1para></P1></P1group></Part></Body></Primary></Legislation>`;

export const dutchAct = `<?xml version="1.0"?><toestand bwb-id="BWBR9990001" inwerkingtreding="2099-01-01"><wetgeving><intitule>Wet van 1 januari 2099</intitule><citeertitel>Wet proefarbeid<meta-data>x</meta-data></citeertitel><wet-besluit><wettekst><hoofdstuk><kop><label>Hoofdstuk</label><nr>1</nr><titel>Opzegging</titel></kop><artikel inwerking="2099-01-01"><kop><label>Artikel</label><nr>1.1</nr><titel>Opzegtermijn</titel></kop><lid><lidnr>1</lidnr><al>De opzegtermijn is tien dagen.</al></lid><lid><lidnr>2</lidnr><al>Opzegging geschiedt:</al><lijst><li><li.nr>a.</li.nr><al>schriftelijk; en</al></li><li><li.nr>b.</li.nr><al>met redenen.</al></li></lijst></lid></artikel></hoofdstuk></wettekst></wet-besluit></wetgeving></toestand>`;

/** To be saved as 32099R0012.xhtml. */
export const europeanAct = `<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML//EN" "xhtml-strict.dtd"><html><head><title>x</title></head><body><p class="oj-doc-ti">REGULATION (EU) 2099/12 on trial work</p><p class="oj-ti-section-1">CHAPTER I</p><div class="eli-title"><p class="oj-ti-section-2">General provisions</p></div><div class="eli-subdivision" id="art_1"><p class="oj-ti-art">Article 1</p><div class="eli-title"><p class="oj-sti-art">Notice</p></div><div id="001.001"><p class="oj-normal">1.   A trial may be ended by notice of three days.</p></div><div id="001.002"><p class="oj-normal">2.   Notice shall state:</p><table><tbody><tr><td><p class="oj-normal">(a)</p></td><td><p class="oj-normal">the reason;</p></td></tr><tr><td><p class="oj-normal">(b)</p></td><td><p class="oj-normal">the last day.</p></td></tr></tbody></table></div></div></body></html>`;
