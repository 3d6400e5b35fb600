/*
 * Files of Outlook and of Office before 2007, written from known text: compound files, and the streams that the readers
 * of .msg, .doc, .xls and .ppt look at.
 */
export type Stored = { name: string; data?: Buffer; children?: readonly Stored[] };

const sectorSize = 512;
const miniSize = 64;
const cutoff = 4_096;
const end = 0xff_ff_ff_fe;
const unused = 0xff_ff_ff_ff;

export function compoundOf(children: readonly Stored[]): Buffer {
  const entries: { stored: Stored; child: number; right: number; type: number }[] = [];
  const add = (stored: Stored, type: number): number => {
    const at = entries.push({ stored, type, child: unused, right: unused }) - 1;
    const own = (stored.children ?? []).map((one) => add(one, one.children === undefined ? 2 : 1));
    for (const [index, one] of own.entries()) entries[one]!.right = own[index + 1] ?? unused;
    entries[at]!.child = own[0] ?? unused;
    return at;
  };
  add({ name: "Root Entry", children }, 5);
  const table: number[] = [];
  const sectors: Buffer[] = [];
  /** The first sector of a chain that holds these bytes. */
  const place = (bytes: Buffer): number => {
    const first = table.length;
    for (let at = 0; at < bytes.length; at += sectorSize) {
      const sector = Buffer.alloc(sectorSize);
      bytes.copy(sector, 0, at, at + sectorSize);
      sectors.push(sector);
      table.push(table.length + 1);
    }
    if (bytes.length > 0) table[table.length - 1] = end;
    return bytes.length > 0 ? first : end;
  };
  const miniTable: number[] = [];
  const miniStream: Buffer[] = [];
  const starts = entries.map(({ stored: { data } }) => {
    if (data === undefined || data.length === 0) return end;
    if (data.length >= cutoff) return place(data);
    const first = miniTable.length;
    const units = Math.ceil(data.length / miniSize);
    for (let at = 1; at < units; at++) miniTable.push(first + at);
    miniTable.push(end);
    miniStream.push(Buffer.concat([data, Buffer.alloc(units * miniSize - data.length)]));
    return first;
  });
  const mini = Buffer.concat(miniStream);
  starts[0] = place(mini);
  const miniStart = place(numbers(miniTable));
  const directory = entries.map(({ stored: { name, data }, child, right, type }, at) => {
    const entry = Buffer.alloc(128);
    entry.write(name, "utf16le");
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry[66] = type;
    for (const [offset, value] of [
      [68, unused],
      [72, right],
      [76, child],
      [116, starts[at]!],
      [120, at === 0 ? mini.length : (data?.length ?? 0)],
    ] as const)
      entry.writeUInt32LE(value, offset);
    return entry;
  });
  const directoryStart = place(Buffer.concat(directory));
  return withHeader(sectors, table, { directoryStart, miniStart, miniSectors: Math.ceil((miniTable.length * 4) / sectorSize) });
}

function withHeader(
  sectors: Buffer[],
  table: number[],
  { directoryStart, miniStart, miniSectors }: { directoryStart: number; miniStart: number; miniSectors: number },
): Buffer {
  const own = Math.ceil((table.length + 1) / (sectorSize / 4 - 1));
  const tableStart = table.length;
  for (let at = 0; at < own; at++) table.push(0xff_ff_ff_fd);
  const header = Buffer.alloc(sectorSize);
  header.write("d0cf11e0a1b11ae1", "hex");
  for (const [offset, value] of [
    [0x18, 0x3e],
    [0x1a, 3],
    [0x1c, 0xff_fe],
    [0x1e, 9],
    [0x20, 6],
  ] as const)
    header.writeUInt16LE(value, offset);
  for (const [offset, value] of [
    [0x2c, own],
    [0x30, directoryStart],
    [0x38, cutoff],
    [0x3c, miniStart],
    [0x40, miniSectors],
    [0x44, end],
  ] as const)
    header.writeUInt32LE(value, offset);
  for (let at = 0; at < 109; at++) header.writeUInt32LE(at < own ? tableStart + at : unused, 0x4c + at * 4);
  const tableBytes = Buffer.alloc(own * sectorSize, 0xff);
  numbers(table).copy(tableBytes);
  return Buffer.concat([header, ...sectors, tableBytes]);
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

type Message = {
  subject: string;
  from: [name: string, address: string];
  to: [string, string][];
  sent: Date;
  attached?: string[];
} & ({ text: string } | { html: string } | { rtf: string });

export function msgOf(message: Message): Buffer {
  const { subject, from, to, sent, attached = [] } = message;
  const wide = (id: string, text: string): Stored => ({ name: `__substg1.0_${id}001F`, data: Buffer.from(text, "utf16le") });
  const body =
    "text" in message
      ? wide("1000", message.text)
      : "html" in message
        ? { name: "__substg1.0_10130102", data: Buffer.from(message.html) }
        : { name: "__substg1.0_10090102", data: uncompressedRtf(message.rtf) };
  const ticks = (BigInt(sent.getTime()) + 11_644_473_600_000n) * 10_000n;
  return compoundOf([
    {
      name: "__properties_version1.0",
      data: properties(32, [
        [0x00390040, ticks],
        [0x3fde0003, 65_001n],
      ]),
    },
    wide("0037", subject),
    wide("0C1A", from[0]),
    wide("5D01", from[1]),
    body,
    ...to.map(([name, address], at) => ({
      name: `__recip_version1.0_#0000000${at}`,
      children: [
        { name: "__properties_version1.0", data: properties(8, [[0x0c150003, 1n]]) },
        wide("3001", name),
        wide("39FE", address),
      ],
    })),
    ...attached.map((name, at) => ({
      name: `__attach_version1.0_#0000000${at}`,
      children: [{ name: "__properties_version1.0", data: properties(8, []) }, wide("3707", name)],
    })),
  ]);
}

function properties(header: number, values: readonly (readonly [tag: number, value: bigint])[]): Buffer {
  const bytes = Buffer.alloc(header + values.length * 16);
  for (const [at, [tag, value]] of values.entries()) {
    bytes.writeUInt32LE(tag, header + at * 16);
    bytes.writeBigUInt64LE(value, header + at * 16 + 8);
  }
  return bytes;
}

function uncompressedRtf(rtf: string): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(rtf.length + 12, 0);
  head.writeUInt32LE(rtf.length, 4);
  head.write("MELA", 8, "latin1");
  return Buffer.concat([head, Buffer.from(rtf, "latin1")]);
}

/** "# " begins a heading, "| a | b |" is a table row, "[-x-]" is deleted. Every other paragraph is stored in one byte per letter. */
export function docOf(lines: readonly string[]): Buffer {
  const textStart = 0x400;
  const pieces: { text: string; bytes: Buffer; isWide: boolean }[] = [];
  const paragraphs: { end: number; properties: Buffer }[] = [];
  const deleted: [number, number][] = [];
  let at = textStart;
  const add = (text: string, isWide: boolean, style: number, ...extra: number[]) => {
    const bytes = isWide ? Buffer.from(text, "utf16le") : Buffer.from(text, "latin1");
    pieces.push({ text, bytes, isWide });
    at += bytes.length;
    paragraphs.push({ end: at, properties: Buffer.from([style, 0, ...extra]) });
  };
  for (const [index, line] of lines.entries()) {
    const isWide = index % 2 === 0;
    const cells = /^\| (.*) \|$/.exec(line)?.[1]?.split(" | ");
    if (cells !== undefined) {
      for (const cell of cells) add(`${cell}\u0007`, isWide, 0, 0x16, 0x24, 1);
      add("\u0007", isWide, 0, 0x16, 0x24, 1, 0x17, 0x24, 1);
      continue;
    }
    const struck = /\[-(.*?)-\]/.exec(line);
    const text = line.replace(/^# /, "").replace(/\[-(.*?)-\]/, "$1");
    const before = at;
    add(`${text}\r`, isWide, line.startsWith("# ") ? 1 : 0);
    const width = isWide ? 2 : 1;
    if (struck !== null) deleted.push([before + struck.index * width, before + (struck.index + struck[1]!.length) * width]);
  }
  const textEnd = Math.ceil(at / 512) * 512;
  const main = Buffer.alloc(textEnd + 1024);
  Buffer.concat(pieces.map(({ bytes }) => bytes)).copy(main, textStart);
  paragraphPage(textStart, paragraphs).copy(main, textEnd);
  characterPage(textStart, at, deleted).copy(main, textEnd + 512);
  const clx = pieceTable(pieces, textStart);
  const paragraphList = numbers([textStart, at, textEnd / 512]);
  const characterList = numbers([textStart, at, textEnd / 512 + 1]);
  main.writeUInt16LE(0xa5_ec, 0);
  main.writeUInt16LE(0xc1, 2);
  main.writeUInt16LE(0x02_00, 0x0a);
  main.writeUInt32LE(
    pieces.reduce((sum, { text }) => sum + text.length, 0),
    0x4c,
  );
  for (const [index, start, length] of [
    [33, 0, clx.length],
    [13, clx.length, 12],
    [12, clx.length + 12, 12],
  ] as const) {
    main.writeUInt32LE(start, 0x9a + index * 8);
    main.writeUInt32LE(length, 0x9a + index * 8 + 4);
  }
  return compoundOf([
    { name: "WordDocument", data: main },
    { name: "1Table", data: Buffer.concat([clx, paragraphList, characterList]) },
  ]);
}

function pieceTable(pieces: readonly { text: string; bytes: Buffer; isWide: boolean }[], textStart: number): Buffer {
  const starts = [0];
  for (const { text } of pieces) starts.push(starts.at(-1)! + text.length);
  let place = textStart;
  const places = pieces.map(({ bytes, isWide }) => {
    const piece = Buffer.alloc(8);
    piece.writeUInt32LE(isWide ? place : place * 2 + 0x40_00_00_00, 2);
    place += bytes.length;
    return piece;
  });
  const list = Buffer.concat([numbers(starts), ...places]);
  const head = Buffer.alloc(5);
  head[0] = 2;
  head.writeUInt32LE(list.length, 1);
  return Buffer.concat([head, list]);
}

function paragraphPage(start: number, paragraphs: readonly { end: number; properties: Buffer }[]): Buffer {
  const page = Buffer.alloc(512);
  numbers([start, ...paragraphs.map(({ end: one }) => one)]).copy(page);
  let free = 510;
  for (const [at, { properties: own }] of paragraphs.entries()) {
    const words = Math.ceil((own.length + 1) / 2);
    free = (free - words * 2) & ~1;
    page[free] = words;
    own.copy(page, free + 1);
    page[(paragraphs.length + 1) * 4 + at * 13] = free / 2;
  }
  page[511] = paragraphs.length;
  return page;
}

function characterPage(start: number, last: number, deleted: readonly [number, number][]): Buffer {
  const page = Buffer.alloc(512);
  const limits = [...new Set([start, ...deleted.flat(), last])].toSorted((a, b) => a - b);
  numbers(limits).copy(page);
  Buffer.from([3, 0x00, 0x08, 1]).copy(page, 500);
  for (let at = 0; at + 1 < limits.length; at++)
    page[limits.length * 4 + at] = deleted.some(([from]) => from === limits[at]) ? 250 : 0;
  page[511] = limits.length - 1;
  return page;
}

/** Text, numbers, and days as `Date`. */
export function xlsOf(rows: readonly (readonly (string | number | Date)[])[]): Buffer {
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === "string"))];
  const begin = (kind: number) => record(0x0809, Buffer.from([0, 6, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  const cells = rows.flatMap((row, at) => row.map((value, column) => cellOf(value, at, column, texts)));
  const sheet = Buffer.concat([begin(0x10), ...cells, record(0x0a, Buffer.alloc(0))]);
  const style = (format: number) => {
    const data = Buffer.alloc(20);
    data.writeUInt16LE(format, 2);
    return record(0xe0, data);
  };
  const before = (place: number) =>
    Buffer.concat([
      begin(5),
      style(0),
      style(14),
      record(0x85, Buffer.concat([numbers([place]), Buffer.from([0, 0, 4, 0]), Buffer.from("Fees")])),
      sharedStrings(texts),
      record(0x0a, Buffer.alloc(0)),
    ]);
  return compoundOf([{ name: "Workbook", data: Buffer.concat([before(before(0).length), sheet]) }]);
}

function cellOf(value: string | number | Date, row: number, column: number, texts: readonly string[]): Buffer {
  const data = Buffer.alloc(typeof value === "string" ? 10 : 14);
  data.writeUInt16LE(row, 0);
  data.writeUInt16LE(column, 2);
  if (typeof value === "string") data.writeUInt32LE(texts.indexOf(value), 6);
  else data.writeDoubleLE(value instanceof Date ? value.getTime() / 86_400_000 + 25_569 : value, 6);
  if (value instanceof Date) data.writeUInt16LE(1, 4);
  return record(typeof value === "string" ? 0xfd : 0x0203, data);
}

/** Divided in the middle of a text, as Excel divides what is longer than a record. */
function sharedStrings(texts: readonly string[]): Buffer {
  const all = texts.map((text) => {
    const head = Buffer.alloc(3);
    head.writeUInt16LE(text.length, 0);
    head[2] = 1;
    return Buffer.concat([head, Buffer.from(text, "utf16le")]);
  });
  const whole = Buffer.concat([numbers([texts.length, texts.length]), ...all]);
  const first = 8 + (all[0]?.length ?? 0);
  // Three letters into the second text; the rest begins by saying how wide its letters are.
  const cut = texts.length > 1 && texts[1]!.length > 3 ? first + 3 + 6 : whole.length;
  const rest = cut < whole.length ? [record(0x3c, Buffer.concat([Buffer.from([1]), whole.subarray(cut)]))] : [];
  return Buffer.concat([record(0xfc, whole.subarray(0, cut)), ...rest]);
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

export function pptOf(slides: readonly { title: string; text: string }[]): Buffer {
  const part = (type: number, data: Buffer, version = 0, instance = 0) => {
    const head = Buffer.alloc(8);
    head.writeUInt16LE(version | (instance << 4), 0);
    head.writeUInt16LE(type, 2);
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data]);
  };
  const text = (kind: number, words: string) =>
    Buffer.concat([part(3999, numbers([kind])), part(4000, Buffer.from(words, "utf16le"))]);
  const list = slides.flatMap(({ title, text: words }, at) => [
    part(1011, numbers([at + 2, 0, 0, 0, 0])),
    text(0, title),
    text(1, words),
  ]);
  const document = part(1000, part(4080, Buffer.concat(list), 15), 15);
  const pages = slides.map(() => part(1006, Buffer.alloc(0), 15));
  const places = [0];
  for (const one of [document, ...pages]) places.push(places.at(-1)! + one.length);
  const directory = part(6002, numbers([(slides.length + 1) * 2 ** 20 + 1, ...places.slice(0, -1)]));
  const directoryAt = places.at(-1)!;
  const edit = part(4085, numbers([0, 0, 0, directoryAt, 1, 0, 0]));
  const user = Buffer.concat([Buffer.alloc(8), numbers([20, 0xe3_91_c0_5f, directoryAt + directory.length])]);
  return compoundOf([
    { name: "Current User", data: user },
    { name: "PowerPoint Document", data: Buffer.concat([document, ...pages, directory, edit]) },
  ]);
}
