/*
 * Real files of every supported kind, generated from text, for tests of extraction, upload and search. Archives are
 * written by hand, so that their headers can lie.
 */
import { crc32, deflateRawSync, deflateSync } from "node:zlib";

type Part = { name: string; data: string | Buffer; /** What the archive's header claims instead. */ claimedSize?: number };

export function zipOf(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const table: Buffer[] = [];
  let at = 0;
  for (const { name, data, claimedSize } of parts) {
    const raw = Buffer.from(data);
    const packed = deflateRawSync(raw);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(0x5a21_0000, 6);
    common.writeUInt32LE(crc32(raw), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? raw.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, title, packed]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(at, 10);
    table.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, central, title]));
    files.push(local);
    at += local.length;
  }
  const tableBytes = Buffer.concat(table);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(parts.length & 0xffff, 8);
  end.writeUInt16LE(parts.length & 0xffff, 10);
  end.writeUInt32LE(tableBytes.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, tableBytes, end]);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const wordSpace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A line that begins with "# " is a heading, with "1) " a numbered clause; "[-x-]" is deleted and "[+x+]" inserted. */
export function docxParts(lines: readonly string[]): Part[] {
  const paragraphs = lines.map((line) => {
    const properties = line.startsWith("# ")
      ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'
      : line.startsWith("1) ")
        ? '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>'
        : line.startsWith("1.1) ")
          ? '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr>'
          : "";
    const runs = line
      .replace(/^(?:# |1\) |1\.1\) )/, "")
      .split(/(\[-[^\]]*-\]|\[\+[^\]]*\+\])/)
      .filter((run) => run !== "")
      .map((run) => {
        const text = escaped(run.replace(/^\[[-+]|[-+]\]$/g, ""));
        if (run.startsWith("[-")) return `<w:del w:id="1" w:author="A"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
        const plain = `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
        return run.startsWith("[+") ? `<w:ins w:id="2" w:author="A">${plain}</w:ins>` : plain;
      });
    return `<w:p>${properties}${runs.join("")}</w:p>`;
  });
  return [
    { name: "[Content_Types].xml", data: `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>` },
    {
      name: "_rels/.rels",
      data: `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    { name: "word/document.xml", data: `${xml}<w:document ${wordSpace}><w:body>${paragraphs.join("")}</w:body></w:document>` },
    {
      name: "word/styles.xml",
      data: `${xml}<w:styles ${wordSpace}><w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    },
    {
      name: "word/numbering.xml",
      data: `${xml}<w:numbering ${wordSpace}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    },
  ];
}

export function docxOf(lines: readonly string[]): Buffer {
  return zipOf(docxParts(lines));
}

export function odtOf(lines: readonly string[]): Buffer {
  const blocks = lines.map((line) =>
    line.startsWith("# ")
      ? `<text:h text:outline-level="1">${escaped(line.slice(2))}</text:h>`
      : `<text:p>${escaped(line)}</text:p>`,
  );
  return zipOf([
    { name: "mimetype", data: "application/vnd.oasis.opendocument.text" },
    {
      name: "content.xml",
      data: `${xml}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>${blocks.join("")}</office:text></office:body></office:document-content>`,
    },
  ]);
}

export function xlsxOf(rows: readonly (readonly (string | number)[])[]): Buffer {
  const strings = [...new Set(rows.flat().filter((cell) => typeof cell === "string"))];
  const cell = (value: string | number) =>
    typeof value === "number" ? `<c><v>${value}</v></c>` : `<c t="s"><v>${strings.indexOf(value)}</v></c>`;
  const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return zipOf([
    { name: "[Content_Types].xml", data: `${xml}<Types/>` },
    {
      name: "xl/workbook.xml",
      data: `${xml}<workbook ${space} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Fees" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      data: `${xml}<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/one.xml"/></Relationships>`,
    },
    {
      name: "xl/sharedStrings.xml",
      data: `${xml}<sst ${space}>${strings.map((one) => `<si><t>${escaped(one)}</t></si>`).join("")}</sst>`,
    },
    {
      name: "xl/worksheets/one.xml",
      data: `${xml}<worksheet ${space}><sheetData>${rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")}</sheetData></worksheet>`,
    },
  ]);
}

export function pptxOf(slides: readonly { title: string; text: string }[]): Buffer {
  const space =
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const shape = (kind: string, text: string) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${escaped(text)}</a:t></a:r></a:p></p:txBody></p:sp>`;
  return zipOf([
    { name: "[Content_Types].xml", data: `${xml}<Types/>` },
    {
      name: "ppt/presentation.xml",
      data: `${xml}<p:presentation ${space}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    },
    {
      name: "ppt/_rels/presentation.xml.rels",
      data: `${xml}<Relationships>${slides.map((_, at) => `<Relationship Id="rId${at}" Type="x/slide" Target="slides/slide${at}.xml"/>`).join("")}</Relationships>`,
    },
    ...slides.map(({ title, text }, at) => ({
      name: `ppt/slides/slide${at}.xml`,
      data: `${xml}<p:sld ${space}><p:cSld><p:spTree>${shape("title", title)}${shape("body", text)}</p:spTree></p:cSld></p:sld>`,
    })),
  ]);
}

/**
 * One page for each list of lines; an empty list is a page without text. A line that begins with "# " is set larger.
 */
export function pdfOf(pages: readonly (readonly string[])[], options: { compress?: boolean } = {}): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(Buffer.from(body));
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  for (const [at, lines] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
    );
    let y = 800;
    const drawn = lines.map((line) => {
      const size = line.startsWith("# ") ? 18 : 11;
      y -= line === "" ? 14 : size * 1.3;
      return `/F1 ${size} Tf 1 0 0 1 60 ${y.toFixed(1)} Tm (${line.replace(/^# /, "").replaceAll(/[\\()]/g, "\\$&")}) Tj`;
    });
    const content = Buffer.from(drawn.length === 0 ? "q Q" : `BT ${drawn.join("\n")} ET`, "latin1");
    const stream = options.compress === false ? content : deflateSync(content);
    add(
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length}${options.compress === false ? "" : " /Filter /FlateDecode"} >>\nstream\n`),
        stream,
        Buffer.from("\nendstream"),
      ]),
    );
  }
  return pdfFile(objects);
}

/** Numbered from 1, which is the catalog. */
export function pdfFile(objects: readonly Buffer[]): Buffer {
  let file = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");
  const places = objects.map((body, at) => {
    const place = file.length;
    file = Buffer.concat([file, Buffer.from(`${at + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.concat([
    file,
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    ),
  ]);
}

export function rtfOf(lines: readonly string[]): Buffer {
  const coded = (text: string) =>
    [...text]
      .map((character) => {
        if ("\\{}".includes(character)) return `\\${character}`;
        const code = character.charCodeAt(0);
        return code < 128 ? character : `\\u${code}?`;
      })
      .join("");
  const paragraphs = lines.map((line) =>
    line.startsWith("# ") ? `\\pard\\outlinelevel0 ${coded(line.slice(2))}\\par` : `\\pard ${coded(line)}\\par`,
  );
  return Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Helvetica;}}{\\*\\generator Hidden words;}\n${paragraphs.join("\n")}\n}`,
    "latin1",
  );
}

export function emlOf({ subject, text }: { subject: string; text: string }): Buffer {
  return Buffer.from(
    [
      "From: Anna Berg <anna@example.test>",
      "To: Counsel <counsel@example.test>",
      `Subject: =?utf-8?B?${Buffer.from(subject).toString("base64")}?=`,
      "Date: Fri, 20 Nov 2026 10:00:00 +0100",
      "Message-ID: <1@example.test>",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="part"',
      "",
      "--part",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from(text).toString("base64"),
      "--part",
      'Content-Type: application/pdf; name="annex.pdf"',
      'Content-Disposition: attachment; filename="annex.pdf"',
      "",
      "x",
      "--part--",
      "",
    ].join("\r\n"),
  );
}

export function htmlOf(lines: readonly string[]): Buffer {
  const blocks = lines.map((line) => (line.startsWith("# ") ? `<h1>${escaped(line.slice(2))}</h1>` : `<p>${escaped(line)}</p>`));
  return Buffer.from(
    `<!doctype html><html><head><title>t</title><style>p{}</style></head><body>${blocks.join("\n")}<script>alert("not text")</script></body></html>`,
  );
}
