/* The properties of paragraphs and characters of a DOC file that matter to its text, by their place in the file. */
export type Run = {
  end: number;
  isDeleted?: boolean;
  isInTable?: boolean;
  isRowEnd?: boolean;
  isNumbered?: boolean;
  level?: number;
};

export type Runs = { at(place: number): Run | undefined };

const pageSize = 512;
/** By the highest three bits of a property's number: how long its operand is; 6 says so itself. */
const operandSizes = [1, 1, 2, 4, 2, 2, 0, 3];

const property = { deleted: 0x0800, inTable: 0x2416, rowEnd: 0x2417, outlineLevel: 0x2640, list: 0x460b, tableDefinition: 0xd608 };

export function propertiesOf(main: Buffer, list: Buffer, kind: "paragraph" | "character"): Runs {
  const runs: { start: number; run: Run }[] = [];
  const count = Math.floor((list.length - 4) / 8);
  for (let at = 0; at < count; at++) {
    const place = (list.readUInt32LE((count + 1) * 4 + at * 4) & 0x3f_ff_ff) * pageSize;
    runs.push(...pageRuns(main.subarray(place, place + pageSize), kind));
  }
  runs.sort((a, b) => a.start - b.start);
  return {
    at(place) {
      let [low, high] = [0, runs.length - 1];
      while (low <= high) {
        const middle = (low + high) >> 1;
        const { start, run } = runs[middle]!;
        if (place < start) high = middle - 1;
        else if (place >= run.end) low = middle + 1;
        else return run;
      }
      return undefined;
    },
  };
}

function pageRuns(page: Buffer, kind: "paragraph" | "character"): { start: number; run: Run }[] {
  if (page.length < pageSize) return [];
  const count = page[pageSize - 1]!;
  const step = kind === "paragraph" ? 13 : 1;
  if ((count + 1) * 4 + count * step > pageSize) return [];
  return Array.from({ length: count }, (_, at) => {
    const offset = page[(count + 1) * 4 + at * step]! * 2;
    const run: Run = { end: page.readUInt32LE((at + 1) * 4) };
    if (offset !== 0) addProperties(run, page, offset, kind);
    return { start: page.readUInt32LE(at * 4), run };
  });
}

function addProperties(run: Run, page: Buffer, offset: number, kind: "paragraph" | "character"): void {
  if (kind === "character") return read(run, page.subarray(offset + 1, offset + 1 + page[offset]!));
  const words = page[offset]!;
  const own =
    words === 0
      ? page.subarray(offset + 2, offset + 2 + (page[offset + 1] ?? 0) * 2)
      : page.subarray(offset + 1, offset + words * 2);
  if (own.length < 2) return;
  // The first nine styles after the normal one are the headings.
  const style = own.readUInt16LE(0);
  if (style >= 1 && style <= 9) run.level = style;
  read(run, own.subarray(2));
}

function read(run: Run, properties: Buffer): void {
  for (let at = 0; at + 3 <= properties.length;) {
    const number = properties.readUInt16LE(at);
    const value = properties[at + 2]!;
    if (number === property.deleted) run.isDeleted = value === 1;
    else if (number === property.inTable) run.isInTable = value === 1;
    else if (number === property.rowEnd) run.isRowEnd = value === 1;
    else if (number === property.outlineLevel && value < 9) run.level = value + 1;
    else if (number === property.list) run.isNumbered = value !== 0 || (properties[at + 3] ?? 0) !== 0;
    const isVariable = number >> 13 === 6;
    const size = operandSizes[number >> 13]!;
    if (number === property.tableDefinition) at += 3 + ((properties[at + 3] ?? 0) << 8) + value;
    else at += 2 + (isVariable ? 1 + value : size);
  }
}
