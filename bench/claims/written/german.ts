/* A contract of a managing director, and an act. */
import type { Attacks } from "../attacks/attacks.ts";

const director = `ANSTELLUNGSVERTRAG zwischen der Hansa Optik GmbH (Gesellschaft) und Frau Dr. Claudia Reimers (Geschäftsführerin)

§ 2 Vertretung
(1) Die Geschäftsführerin vertritt die Gesellschaft gemeinsam mit einem Prokuristen.
(2) Für den Erwerb von Grundstücken und für Darlehen über mehr als 200.000 Euro benötigt sie die vorherige Zustimmung der Gesellschafterversammlung.

§ 4 Vergütung
(1) Das Jahresgehalt beträgt 144.000 Euro brutto und wird in zwölf gleichen Raten am Monatsende ausgezahlt.
(2) Die Tantieme beträgt 3 % des Jahresüberschusses, höchstens jedoch 60.000 Euro.
(3) Überstunden sind mit dem Gehalt abgegolten.

§ 6 Urlaub und Krankheit
(1) Der Urlaub beträgt 30 Arbeitstage im Kalenderjahr und ist bis zum 31. März des Folgejahres zu nehmen.
(2) Bei Krankheit wird das Gehalt für drei Monate weitergezahlt, längstens bis zum Ende des Vertrags.

§ 8 Nebentätigkeit
Eine entgeltliche Nebentätigkeit ist nur mit schriftlicher Einwilligung der Gesellschaft erlaubt. Vorträge und Veröffentlichungen sind anzuzeigen.

§ 10 Beendigung
(1) Der Vertrag ist auf fünf Jahre geschlossen und verlängert sich um weitere drei Jahre, wenn er nicht neun Monate vor Ablauf gekündigt wird.
(2) Das Recht zur Kündigung aus wichtigem Grund bleibt unberührt.
(3) Nach einer Abberufung kann die Gesellschaft die Geschäftsführerin unter Fortzahlung der Bezüge freistellen.
(4) Das Wettbewerbsverbot gilt ein Jahr; die Gesellschaft zahlt dafür die Hälfte der letzten Bezüge.`;

const act = `§ 3 Anzeige
Wer ein Gerüst aufstellt, hat dies der Behörde mindestens eine Woche vorher anzuzeigen. Die Anzeige ist gebührenfrei.
§ 4 Prüfung
(1) Das Gerüst darf erst benutzt werden, nachdem es eine befähigte Person geprüft hat. Die Prüfung ist alle vier Wochen zu wiederholen.
(2) Das Ergebnis ist zu dokumentieren und drei Jahre aufzubewahren.
§ 5 Haftung
Der Aufsteller haftet für Schäden, die durch Mängel des Gerüsts entstehen, es sei denn, der Benutzer hat das Gerüst eigenmächtig verändert.
§ 6 Ordnungswidrigkeiten
Wer vorsätzlich oder fahrlässig gegen § 3 verstößt, kann mit einer Geldbuße bis zu 5.000 Euro belegt werden.
§ 7 Ausnahmen
Für Gerüste mit einer Höhe von weniger als zwei Metern gilt § 3 nicht. Die Länder können weitere Ausnahmen zulassen.`;

export const german: Attacks[] = [
  {
    source: director,
    rows: {
      true: [
        "Die Geschäftsführerin vertritt die Gesellschaft zusammen mit einem Prokuristen [[1]]",
        "Der Erwerb von Grundstücken bedarf der vorherigen Zustimmung der Gesellschafterversammlung [[1]]",
        "Für Darlehen von mehr als 200.000 Euro braucht sie die vorherige Zustimmung der Gesellschafterversammlung [[1]]",
        "Das Jahresgehalt von 144.000 Euro brutto wird in zwölf gleichen Raten gezahlt [[1]]",
        "Die Tantieme von 3 % des Jahresüberschusses ist auf 60.000 Euro begrenzt [[1]]",
        "Mit dem Gehalt sind auch Überstunden abgegolten [[1]]",
        "Der Urlaub beträgt 30 Arbeitstage pro Kalenderjahr [[1]]",
        "Der Urlaub muss spätestens bis zum 31. März des Folgejahres genommen werden [[1]]",
        "Im Krankheitsfall wird das Gehalt drei Monate lang weitergezahlt [[1]]",
        "Eine bezahlte Nebentätigkeit ist nur mit schriftlicher Einwilligung der Gesellschaft zulässig [[1]]",
        "Vorträge und Veröffentlichungen müssen angezeigt werden [[1]]",
        "Der Vertrag hat eine Laufzeit von fünf Jahren [[1]]",
        "Die Kündigung aus wichtigem Grund bleibt möglich [[1]]",
        "Das Wettbewerbsverbot gilt für ein Jahr [[1]]",
      ],
      false: [
        "Die Geschäftsführerin vertritt die Gesellschaft allein [[1]]",
        "Die Geschäftsführerin vertritt die Gesellschaft gemeinsam mit einem weiteren Geschäftsführer [[1]]",
        "Für den Verkauf von Grundstücken benötigt sie die vorherige Zustimmung der Gesellschafterversammlung [[1]]",
        "Für den Erwerb von Grundstücken benötigt sie die nachträgliche Zustimmung der Gesellschafterversammlung [[1]]",
        "Für den Erwerb von Grundstücken benötigt sie die Zustimmung des Aufsichtsrats [[1]]",
        "Das Jahresgehalt beträgt 144.000 Euro netto [[1]]",
        "Das Gehalt wird in zwölf gleichen Raten am Monatsanfang ausgezahlt [[1]]",
        "Die Tantieme beträgt 3 % des Umsatzes [[1]]",
        "Überstunden werden gesondert vergütet [[1]]",
        "Der Urlaub beträgt 30 Kalendertage im Jahr [[1]]",
        "Der Urlaub ist bis zum 31. März desselben Jahres zu nehmen [[1]]",
        "Bei Krankheit wird die Tantieme für drei Monate weitergezahlt [[1]]",
        "Eine unentgeltliche Nebentätigkeit ist nur mit schriftlicher Einwilligung der Gesellschaft erlaubt [[1]]",
        "Vorträge und Veröffentlichungen sind genehmigungspflichtig [[1]]",
        "Der Vertrag verlängert sich um weitere drei Jahre, wenn er neun Monate vor Ablauf gekündigt wird [[1]]",
        "Das Recht zur ordentlichen Kündigung bleibt unberührt [[1]]",
        "Nach einer Abberufung kann die Geschäftsführerin die Gesellschaft freistellen [[1]]",
        "Die Gesellschaft zahlt für das Wettbewerbsverbot die vollen letzten Bezüge [[1]]",
      ],
    },
  },
  {
    source: act,
    rows: {
      true: [
        "Das Aufstellen eines Gerüsts ist der Behörde mindestens eine Woche vorher anzuzeigen [[1]]",
        "Für die Anzeige fällt keine Gebühr an [[1]]",
        "Ein Gerüst darf erst nach Prüfung durch eine befähigte Person benutzt werden [[1]]",
        "Die Prüfung muss alle vier Wochen wiederholt werden [[1]]",
        "Das Ergebnis der Prüfung muss dokumentiert und drei Jahre aufbewahrt werden [[1]]",
        "Der Aufsteller haftet nicht, wenn der Benutzer das Gerüst eigenmächtig verändert hat [[1]]",
        "Die Geldbuße beträgt höchstens 5.000 Euro [[1]]",
        "§ 3 gilt nicht für Gerüste, die weniger als zwei Meter hoch sind [[1]]",
      ],
      false: [
        "Wer ein Gerüst aufstellt, hat dies der Behörde mindestens eine Woche danach anzuzeigen [[1]]",
        "Wer ein Gerüst abbaut, hat dies der Behörde anzuzeigen [[1]]",
        "Die Anzeige ist gebührenpflichtig [[1]]",
        "Das Gerüst darf benutzt werden, bevor es eine befähigte Person geprüft hat [[1]]",
        "Das Gerüst darf erst benutzt werden, nachdem es die Behörde geprüft hat [[1]]",
        "Die Prüfung ist nach jedem Sturm zu wiederholen [[1]]",
        "Das Ergebnis ist zu veröffentlichen und drei Jahre aufzubewahren [[1]]",
        "Der Benutzer haftet für Schäden, die durch Mängel des Gerüsts entstehen [[1]]",
        "Der Aufsteller haftet auch dann, wenn der Benutzer das Gerüst eigenmächtig verändert hat [[1]]",
        "Nur wer vorsätzlich gegen § 3 verstößt, kann mit einer Geldbuße belegt werden [[1]]",
        "Wer gegen § 4 verstößt, kann mit einer Geldbuße bis zu 5.000 Euro belegt werden [[1]]",
        "Wer gegen § 3 verstößt, wird mit einer Freiheitsstrafe belegt [[1]]",
        "Für Gerüste mit einer Breite von weniger als zwei Metern gilt § 3 nicht [[1]]",
        "Die Gemeinden können weitere Ausnahmen zulassen [[1]]",
      ],
    },
  },
];
