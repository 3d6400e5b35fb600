/* German acts: what a lawyer would say of a section, and what one must not. */
import type { Statements } from "./statements.ts";

export const german: Statements = {
  "BJNR001950896:622": {
    true: [
      "Die gesetzliche Grundkündigungsfrist beträgt vier Wochen zum Fünfzehnten oder zum Monatsende [[1]]",
      "Nach zehnjährigem Bestehen des Arbeitsverhältnisses muss der Arbeitgeber eine Frist von vier Monaten zum Monatsende einhalten [[1]]",
      "In der Probezeit von höchstens sechs Monaten genügt eine Kündigungsfrist von zwei Wochen [[1]]",
    ],
    false: [
      "Die gesetzliche Grundkündigungsfrist beträgt sechs Wochen zum Fünfzehnten oder zum Monatsende [[1]]",
      "Nach zehnjährigem Bestehen des Arbeitsverhältnisses muss der Arbeitgeber eine Frist von fünf Monaten zum Monatsende einhalten [[1]]",
      "Durch Tarifvertrag können keine abweichenden Fristen vereinbart werden [[1]]",
    ],
  },
  "BJNR001950896:355": {
    true: [
      "Der Verbraucher kann binnen 14 Tagen widerrufen [[1]]",
      "Eine Begründung des Widerrufs ist nicht erforderlich [[1]]",
      "Die Gefahr der Rücksendung liegt beim Unternehmer [[1]]",
    ],
    false: [
      "Der Verbraucher kann binnen 30 Tagen widerrufen [[1]]",
      "Der Widerruf muss begründet werden [[1]]",
      "Die Gefahr der Rücksendung liegt beim Verbraucher [[1]]",
    ],
  },
  "BJNR001950896:438": {
    true: [
      "Bei einem Bauwerk verjähren die Mängelansprüche in fünf Jahren [[1]]",
      "Die Verjährung beginnt bei beweglichen Sachen mit der Ablieferung, bei Grundstücken mit der Übergabe [[1]]",
      "Hat der Verkäufer den Mangel arglistig verschwiegen, gilt die regelmäßige Verjährungsfrist [[1]]",
    ],
    false: [
      "Bei einem Bauwerk verjähren die Mängelansprüche in zwei Jahren [[1]]",
      "Die Verjährung beginnt bei Grundstücken mit der Ablieferung, im Übrigen mit der Übergabe [[1]]",
      "Hat der Käufer den Mangel arglistig verschwiegen, gilt die regelmäßige Verjährungsfrist [[1]]",
    ],
  },
  "BJNR001950896:573c": {
    true: [
      "Für den Vermieter verlängert sich die Kündigungsfrist nach fünf und nach acht Jahren um je drei Monate [[1]]",
      "Weicht eine Vereinbarung zum Nachteil des Mieters ab, ist sie unwirksam [[1]]",
      "Für nur vorübergehend vermieteten Wohnraum darf eine kürzere Kündigungsfrist vereinbart werden [[1]]",
    ],
    false: [
      "Für den Mieter verlängert sich die Kündigungsfrist nach fünf und nach acht Jahren um je drei Monate [[1]]",
      "Weicht eine Vereinbarung zum Nachteil des Vermieters ab, ist sie unwirksam [[1]]",
      "Für nur vorübergehend vermieteten Wohnraum darf keine kürzere Kündigungsfrist vereinbart werden [[1]]",
    ],
  },
  "BJNR000020963:5": {
    true: [
      "Für jeden vollen Monat des Arbeitsverhältnisses besteht Anspruch auf ein Zwölftel des Jahresurlaubs, wenn der Arbeitnehmer vor erfüllter Wartezeit ausscheidet [[1]]",
      "Bruchteile von mindestens einem halben Urlaubstag werden aufgerundet [[1]]",
      "Das Urlaubsentgelt für zu viel gewährten Urlaub kann der Arbeitgeber in diesem Fall nicht zurückfordern [[1]]",
    ],
    false: [
      "Für jeden vollen Monat des Arbeitsverhältnisses besteht Anspruch auf ein Zehntel des Jahresurlaubs [[1]]",
      "Bruchteile von mindestens einem halben Urlaubstag werden abgerundet [[1]]",
      "Das für zu viel gewährten Urlaub gezahlte Urlaubsentgelt kann zurückgefordert werden [[1]]",
    ],
  },
  "BJNR001950896:314": {
    true: [
      "Aus wichtigem Grund kann jede Partei ein Dauerschuldverhältnis fristlos kündigen [[1]]",
      "Bei einer Pflichtverletzung ist vor der Kündigung grundsätzlich eine Abmahnung oder eine Frist zur Abhilfe nötig [[1]]",
      "Neben der Kündigung kann weiterhin Schadensersatz verlangt werden [[1]]",
    ],
    false: [
      "Aus wichtigem Grund kann nur der Gläubiger ein Dauerschuldverhältnis fristlos kündigen [[1]]",
      "Nach der Kündigung kann kein Schadensersatz mehr verlangt werden [[1]]",
      "Eine Abmahnung ist bei einer Pflichtverletzung nie entbehrlich [[1]]",
    ],
  },
  "BJNR001950896:648": {
    true: [
      "Bis zur Vollendung des Werkes darf der Besteller den Vertrag jederzeit kündigen [[1]]",
      "Ersparte Aufwendungen muss sich der Unternehmer anrechnen lassen [[1]]",
      "Vermutet wird ein Anspruch von 5 % der Vergütung für den noch nicht erbrachten Teil der Werkleistung [[1]]",
    ],
    false: [
      "Bis zur Vollendung des Werkes darf der Unternehmer den Vertrag jederzeit kündigen [[1]]",
      "Ersparte Aufwendungen muss sich der Unternehmer nicht anrechnen lassen [[1]]",
      "Vermutet wird ein Anspruch von 15 % der Vergütung für den noch nicht erbrachten Teil der Werkleistung [[1]]",
    ],
  },
  "BJNR263110007:96": {
    true: [
      "Der Versicherer kann dem Erwerber mit einer Frist von einem Monat kündigen [[1]]",
      "Der Erwerber darf sofort oder zum Ende der laufenden Versicherungsperiode kündigen [[1]]",
      "Nach einer solchen Kündigung schuldet der Veräußerer die Prämie, der Erwerber haftet dafür nicht [[1]]",
    ],
    false: [
      "Der Versicherer kann dem Erwerber mit einer Frist von drei Monaten kündigen [[1]]",
      "Nach einer solchen Kündigung schuldet der Erwerber die Prämie [[1]]",
      "Der Erwerber darf nicht mit sofortiger Wirkung kündigen [[1]]",
    ],
  },
  "BJNR117100994:4": {
    true: [
      "Bei mehr als neun Stunden Arbeitszeit muss die Pause mindestens 45 Minuten dauern [[1]]",
      "Niemand darf mehr als sechs Stunden am Stück ohne Pause beschäftigt werden [[1]]",
      "Die Pausen lassen sich in Abschnitte von mindestens 15 Minuten aufteilen [[1]]",
    ],
    false: [
      "Bei mehr als neun Stunden Arbeitszeit muss die Pause mindestens 30 Minuten dauern [[1]]",
      "Arbeitnehmer dürfen bis zu acht Stunden am Stück ohne Pause beschäftigt werden [[1]]",
      "Die Pausen lassen sich in Abschnitte von höchstens 15 Minuten aufteilen [[1]]",
    ],
  },
  "BJNR004770892:47": {
    true: [
      "Die Gesellschafter beschließen mit der Mehrheit der abgegebenen Stimmen [[1]]",
      "Wer entlastet werden soll, darf nicht mitstimmen [[1]]",
      "Für Vollmachten ist die Textform vorgeschrieben [[1]]",
    ],
    false: [
      "Die Gesellschafter beschließen mit der Mehrheit aller Stimmen [[1]]",
      "Wer entlastet werden soll, darf mitstimmen [[1]]",
      "Für Vollmachten ist die notarielle Form vorgeschrieben [[1]]",
    ],
  },
};
