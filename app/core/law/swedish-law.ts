/*
 * Files of Swedish law are named by their number in Svensk författningssamling:
 * SFS_1982_80_Lag om anställningsskydd.txt. The official citation is
 * year:number, "SFS 1982:80", but the specification wants "(number:year) title"
 * on screen, so both are returned: one to show, one that lawyers can look up.
 */

export type SwedishLaw = {
  /** The official designation, year first: "1982:80". */
  sfs: string;
  year: number;
  number: number;
  title: string;
};

export function readSwedishLawName(fileName: string): SwedishLaw | undefined {
  if (!fileName.startsWith("SFS_")) return undefined;
  const name = withoutExtension(fileName.slice("SFS_".length).normalize("NFC"));
  const numbers = /^(\d{1,5})[_:\- ](\d{1,5})(?!\d)/.exec(name);
  if (!numbers) return undefined;
  const first = Number(numbers[1]);
  const second = Number(numbers[2]);
  // Year first, as in the official series, unless only the second can be a year.
  const [year, number] = !isYear(first) && isYear(second) ? [second, first] : [first, second];
  if (!isYear(year)) return undefined;
  return { sfs: `${year}:${number}`, year, number, title: titleOf(name.slice(numbers[0].length)) };
}

/** "(number:year) title" for a file name that begins with SFS_, undefined for any other. */
export function swedishLawName(fileName: string): string | undefined {
  if (!fileName.startsWith("SFS_")) return undefined;
  const law = readSwedishLawName(fileName);
  if (law) return `(${law.number}:${law.year}) ${law.title}`.trim();
  return titleOf(withoutExtension(fileName.slice("SFS_".length))) || fileName;
}

/** The series began in 1825, but acts in force go back to 1734. */
function isYear(value: number): boolean {
  return value >= 1600 && value <= 2199;
}

function withoutExtension(name: string): string {
  return name.replace(/\.(?:txt|pdf|docx?|html?|xml|json|md)$/i, "");
}

function titleOf(rest: string): string {
  return rest
    .replace(/^[\d_:\-.\s]+/, "")
    .replace(/[_\s]+/g, " ")
    .trim();
}
