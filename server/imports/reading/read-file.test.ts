import { describe, expect, it } from 'vitest'
import { makeXlsx, makeZip } from '#testing/files/make-zip.ts'
import { tempFile } from '#testing/files/temp-file.ts'
import { openFile, readHeadings } from './read-file.ts'
import type { OpenedFile } from './sheet.ts'

const openBytes = (bytes: Buffer | string): Promise<OpenedFile> => openFile(tempFile(bytes))

async function tables(bytes: Buffer | string): Promise<Record<string, string[][]>> {
  const { sheets } = await openBytes(bytes)
  const found: Record<string, string[][]> = {}
  for (const { name, rows } of sheets) {
    const all: string[][] = []
    for await (const row of rows) all.push(row)
    found[name ?? ''] = all
  }
  return found
}

const refusal = (bytes: Buffer | string): Promise<string> =>
  tables(bytes).then(
    () => 'read',
    (error: Error) => error.message,
  )

describe('text files', () => {
  const plain = 'Code,Name\r\nA,Zoë\r\n'
  const rows = {
    '': [
      ['Code', 'Name'],
      ['A', 'Zoë'],
    ],
  }
  const wide = Buffer.from(plain, 'utf16le')
  const swapped = Buffer.from(wide).swap16()

  it.each([
    ['UTF-8', Buffer.from(plain)],
    ['UTF-8', Buffer.from(`\ufeff${plain}`)],
    ['UTF-16 LE', Buffer.concat([Buffer.from([0xff, 0xfe]), wide])],
    ['UTF-16 LE', wide],
    ['UTF-16 BE', Buffer.concat([Buffer.from([0xfe, 0xff]), swapped])],
    ['UTF-16 BE', swapped],
    ['Windows-1252', Buffer.from(plain, 'latin1')],
  ])('are read as %s', async (encoding, bytes) => {
    expect((await openBytes(bytes)).encoding).toBe(encoding)
    expect(await tables(bytes)).toEqual(rows)
  })

  it('report the assumed encoding when they are not Unicode', async () => {
    const { remarks } = await openBytes(Buffer.from('Code,Name\nA,Caf\u00e9', 'latin1'))
    expect(remarks).toHaveLength(1)
    expect(remarks[0]).toContain('read as Windows-1252')
    const font =
      'Code,Name\nA,\u00aba\u00bf\u00f0\u00e5\u00b6\nB,\u00d6\u00b1\u00f7\u00a7\u00e4 \u00b5\u00e6\u00f1\u00a4\n'
    expect((await openBytes(Buffer.from(font, 'latin1'))).remarks[1]).toContain('non-Unicode font')
  })

  it.each([',', ';', '\t', '|'])('detect %j as the separator', async (sign) => {
    const text = `Code${sign}Name\n"A${sign}1"${sign}Two\n`
    expect((await openBytes(text)).separator).toBe(sign)
    expect((await tables(text))['']![1]).toEqual([`A${sign}1`, 'Two'])
  })

  it('are refused with a message when they are not a table or too large', async () => {
    expect(await refusal('')).toContain('empty')
    expect(await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toContain('old or a password-protected')
    expect(await refusal('%PDF-1.7')).toContain('PDF')
    expect(await refusal('a,"b\n1,2')).toContain('line 1 is never closed')
    expect(await refusal(Array.from({ length: 2000 }, (_, at) => `c${at}`).join())).toContain('300 columns')
    expect(await refusal(`a\n${'1\n'.repeat(200_001)}`)).toContain('2,00,000 rows')
    expect(await refusal(Buffer.from('a\0\0\0b,c'))).toContain('not a table')
  })

  it('number repeated headings and report them', () => {
    const { headings, remarks } = readHeadings(['Code', 'Name', 'code', '', 'Name', ''])
    expect(headings).toEqual(['Code (1)', 'Name (1)', 'code (2)', 'Column 4', 'Name (2)'])
    expect(remarks[0]).toContain('“Code”, “Name” and “code” come more than once')
  })
})

describe('workbooks', () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>`
  const strings = '<sst><si><t>Code</t></si><si><r><t>Na</t></r><r><t>me &amp; more</t></r></si></sst>'
  const sheet = `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
    <row r="2" hidden="1"><c r="A2"><v>9825012345</v></c><c r="B2" s="1"><v>46023</v></c><c r="C2" t="inlineStr"><is><t>પટેલ</t></is></c></row>
    <row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4" s="2"><v>46023.5</v></c><c r="C4" t="str"><f>A1&amp;"x"</f><v>Codex</v></c><c r="D4"><f>0.1+0.2</f><v>0.30000000000000004</v></c></row>
    </sheetData><mergeCells count="1"><mergeCell ref="A2:A4"/></mergeCells></worksheet>`
  const more = { 'xl/styles.xml': styles, 'xl/sharedStrings.xml': strings }

  it('return texts, numbers, dates and formula results, and report what was unusual', async () => {
    const { sheets, encoding } = await openBytes(makeXlsx({ First: sheet, Second: '<sheetData/>' }, more))
    expect(encoding).toBe('XLSX')
    const [first] = [...sheets]
    const rows: string[][] = []
    for await (const row of first!.rows) rows.push(row)
    expect(rows).toEqual([
      ['Code', '', 'Name & more'],
      ['9825012345', '2026-01-01', 'પટેલ'],
      ['true', '2026-01-01 12:00', 'Codex', '0.3'],
    ])
    expect(first!.remarks).toEqual([
      '2 cells hold formulas: their last computed values are imported',
      'Cells are merged (A2:A4): the value applies only to the first cell',
      'One hidden row is read like the others',
    ])
  })

  it('are not unpacked when they would exceed the memory limit', async () => {
    const zeros = Buffer.alloc(24 * 1024 * 1024, 0x20)
    const bytes = makeXlsx({ Bomb: '<sheetData/>' }, { 'xl/worksheets/sheet1.xml': zeros })
    expect(await refusal(bytes)).toContain('far more than its size suggests')
    const lying = Buffer.from(bytes)
    for (let at = lying.indexOf('PK\u0001\u0002'); at >= 0; at = lying.indexOf('PK\u0001\u0002', at + 4))
      lying.writeUInt32LE(100, at + 24)
    expect(await refusal(lying)).toContain('far more than its size suggests')
  })

  it('are refused with a message when they are another format or damaged', async () => {
    expect(await refusal(makeZip({ 'inside.zip': makeZip({ 'a.csv': 'a,b' }) }))).toContain('archive')
    expect(await refusal(makeZip({ 'content.xml': '<x/>' }))).toContain('OpenDocument')
    expect(await refusal(makeZip({ 'xl/workbook.bin': 'x' }))).toContain('.xlsb')
    expect(await refusal(makeXlsx({ One: sheet }, more).subarray(0, 300))).toContain('damaged')
    const broken = makeXlsx({ One: sheet }, more)
    broken.fill(0xff, 45, 90)
    expect(await refusal(broken)).toContain('damaged')
    const wide = `<sheetData><row><c r="BXX1" t="str"><v>x</v></c></row></sheetData>`
    expect(await refusal(makeXlsx({ Wide: wide }))).toContain('300 columns')
  })
})
