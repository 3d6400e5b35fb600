/* What the built-in editor says of itself, in Swedish. */
import type { Phrases } from "./phrases.ts";

export const swedishPhrases: Phrases = {
  label: "Stets inbyggda redaktör: regler, ingen språkmodell.",
  addModel:
    "För att lägga till en språkmodell, ange OPENAI_API_KEY, ANTHROPIC_API_KEY eller GOOGLE_API_KEY, eller MODEL_SERVER_URL för en egen server som Ollama, och starta om Stet.",
  greeting:
    "Hej. Jag är Stets inbyggda redaktör: regler, ingen språkmodell. Klistra in en text och be mig korrekturläsa den, göra den enklare eller bedöma den; bifoga en textfil och fråga om den; eller be om en disposition eller en juridisk mall.",
  about:
    "Jag är Stets inbyggda redaktör: regler, ingen språkmodell, och jag arbetar utan nyckel och utan nätverk.\n\nDet här kan jag:\n\n- **Korrekturläsa** engelska (grammatik, stavning, skiljetecken), och svenska, tyska och nederländska vad gäller dubblerade ord, mellanslag och oparade tecken\n- **Klarspråk**: omständliga fraser och klichéer, var och en som en ändring du kan ta eller låta bli\n- **Bedöma**: läsbarhet (LIX), meningslängd, definierade termer, klausulhänvisningar, tal och datum som motsäger sig\n- **Svara ur bifogade textfiler** med ordagranna meningar och var de står\n- **Dispositioner** för bland annat uppsatser, artiklar, nyhetsbrev och pressmeddelanden, och juridiska **mallar** på engelska\n\nDet här kan jag inte: förstå, skriva löptext, sammanfatta, översätta eller ge råd.",
  thanks: "Roligt att det var till nytta.",
  noText:
    "Det finns ingen text att arbeta med: klistra in den under din begäran, bifoga en textfil eller markera den i redigeraren.",
  found: (changes, unsure) =>
    `${changes === 1 ? "En ändring" : `${changes} ändringar`} hittades.${unsure === 0 ? "" : ` ${unsure} är märkta “Check”: regeln bakom har fel ungefär lika ofta som rätt.`}`,
  foundPlain: (changes) => `${changes === 1 ? "Ett ställe" : `${changes} ställen`} kan sägas enklare.`,
  nothingFound: "Ingen regel hittade något att rätta.",
  nothingPlain: "Ingen av tabellernas fraser finns i texten.",
  worthALook: "Värt att titta på, utan säker ändring",
  line: "rad",
  notJudged: "Inte bedömt: innehåll, fakta, ton och struktur.",
  noGrammar:
    "Det finns ingen grammatikkontroll för svenska utan en språkmodell; bara dubblerade ord, mellanslag och oparade tecken kontrollerades.",
  grammarFailed: "Grammatikkontrollen misslyckades; bara dubblerade ord, mellanslag och oparade tecken kontrollerades.",
  grammarPartly: (line) => `Texten är lång: grammatik och stavning kontrollerades bara till rad ${line}.`,
  hiddenSpellings: (count) => `${count} ord som inte finns i ordlistan (namn, termer, upprepade ord) lämnades.`,
  legalLeftAlone: "Texten ser ut som en juridisk text, så ord som kan ha rättslig betydelse lämnades.",
  shortenLimit: "Bara utfyllnad som tabellerna känner till togs bort; att förtäta innehållet kräver en språkmodell.",
  evaluated: "Det som kan mätas i texten:",
  evaluateLimit: "Inte bedömt: innehåll, argument, stil och juridik.",
  figures: {
    words: "Ord",
    sentences: "Meningar",
    paragraphs: "Stycken",
    wordsPerSentence: "Ord per mening",
    longest: "Längsta meningen, ord",
    flesch: "Flesch läsbarhet",
    grade: "Flesch-Kincaid årskurs",
    lix: "LIX",
    passive: "Meningar med passiv",
    wordsPerParagraph: "Ord per stycke",
    longSentences: "Meningar över 30 ord",
  },
  lengths: "Meningslängder (upp till 10 / 20 / 30 / 40 / fler ord)",
  longOnes: "Längsta meningarna",
  checks: {
    unused: "Definierat men inte använt",
    twice: "Definierat mer än en gång",
    case: "Definierat, men också skrivet med liten bokstav",
    undefined: "Använt som en definierad term, men inte definierat",
    missing: "Hänvisar till något som inte finns i texten",
    figures: "Tal och datum",
    marks: "Oparade tecken",
  },
  doubtful: "Många nummer hittades inte; texten kan ha förlorat sin numrering, så läs detta med försiktighet.",
  nothingWrong: "Termer, hänvisningar, tal och tecken: inget som motsäger sig hittades.",
  meanings: { "very easy": "mycket lätt", easy: "lätt", medium: "medelsvår", hard: "svår", "very hard": "mycket svår" },
  excerpts: "Meningarna som bäst motsvarar frågan, ordagrant. Utdrag, inte råd; inga slutsatser dras av dem.",
  excerptsOfText: "Meningarna i din text som bäst motsvarar frågan, ordagrant. Utdrag, inte råd; inga slutsatser dras av dem.",
  notFound:
    "Hittades inte: ingen mening i de bifogade filerna motsvarar frågan tillräckligt väl. Svaret kan ändå stå där med andra ord.",
  notFoundText: "Hittades inte: ingen mening i din text motsvarar frågan tillräckligt väl. Svaret kan ändå stå där med andra ord.",
  unreadable: "Inte genomsökt",
  under: "under",
  paragraph: "stycke",
  outline: (type, words) => `En disposition (${type}), cirka ${words} ord, med luckor inom [hakparenteser].`,
  outlineNoNotes: "Lägg till dina egna punkter som en lista, så placeras de.",
  template: (name, version, open) => `${name}, mall version ${version}, med ${open} luckor inom [hakparenteser].`,
  review: "Låt någon granska den innan du använder den.",
  writtenFor: "Skriven för",
  englishOnly: "Mallen är på engelska.",
  proseNeedsModel: "Att skriva själva texten kräver en språkmodell.",
  unknownKind: "Jag har ingen disposition för detta. Det finns",
  cannotSummarize: "En sammanfattning kräver en språkmodell: regler kan inte avgöra vad som är viktigt i en text.",
  cannotTranslate: "En översättning kräver en språkmodell.",
  noSources:
    "Jag har ingen lagtext att svara ur: rättskällor är inte anslutna, och jag svarar inte ur minnet. Bifoga lagen eller avtalet som textfil, så citerar jag de meningar som rör frågan.",
  cannot:
    "Det kräver en språkmodell; regler räcker inte. Jag kan korrekturläsa, förenkla eller bedöma en text, citera ur bifogade textfiler och ta fram dispositioner och juridiska mallar.",
  failed: "Det gick inte",
  noWeb: "Inget söktes på webben: webbsökning finns inte här.",
  earlierText: "Det här gäller utkastet ovan.",
};
