import { crc32, deflateRawSync } from 'node:zlib'

/** A minimal ZIP file with these entries. */
export function makeZip(entries: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  let last: { content: string | Buffer; plain: Buffer; packed: Buffer } | undefined
  for (const [name, content] of Object.entries(entries)) {
    // Equal sheets, as in a file that is crafted to be large, are compressed once.
    if (last?.content !== content) {
      const bytes = Buffer.from(content as string)
      last = { content, plain: bytes, packed: deflateRawSync(bytes) }
    }
    const { plain, packed } = last
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(8, 4)
    header.writeUInt32LE(crc32(plain), 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(plain.length, 18)
    header.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), header, Buffer.from(name)])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    const central = [
      Buffer.from('PK\u0001\u0002', 'latin1'),
      Buffer.alloc(2),
      header,
      tail,
      Buffer.from(name),
    ]
    directory.push(Buffer.concat(central))
    parts.push(local, packed)
    at += local.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}

/** A workbook with the given XML as its sheets. */
export function makeXlsx(sheets: Record<string, string>, more: Record<string, string | Buffer> = {}): Buffer {
  const names = Object.keys(sheets)
  const list = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  const links = names.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  return makeZip({
    'xl/workbook.xml': `<workbook xmlns:r="x"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
    ...Object.fromEntries(names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheets[name]!])),
    ...more,
  })
}

const escapeXml = (text: string): string =>
  text.replaceAll(/[<&]/g, (letter) => (letter === '<' ? '&lt;' : '&amp;'))

const rowXml = (row: readonly string[]): string =>
  `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`).join('')}</row>`

/** A workbook with these rows of text as its sheets. */
export const makeWorkbook = (sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer =>
  makeXlsx(
    Object.fromEntries(
      Object.entries(sheets).map(([name, rows]) => [
        name,
        `<worksheet><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
      ]),
    ),
  )
