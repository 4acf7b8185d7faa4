import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeXlsx, makeZip } from '#testing/files/make-zip.ts'
import { tempFile } from '#testing/files/temp-file.ts'
import { Problem } from '#domain/problem.ts'
import { openFile } from './read-file.ts'

/** The number of rows of a file, or the message it was refused with; other errors are thrown. */
async function read(bytes: Buffer | string): Promise<number | string> {
  let rows = 0
  try {
    const file = await openFile(tempFile(bytes))
    try {
      for (const sheet of file.sheets) for await (const _ of sheet.rows) rows++
    } finally {
      file.close()
    }
    return rows
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return error.message
    throw error
  }
}

/** Random files of each kind. */
const randomFiles = Number(process.env['RANDOM_FILES'] ?? 100)

/** The factor allowed for four times the input: linear reading stays below it, quadratic reading does not. */
const maxSlowdown = 8

async function secondsFor(bytes: Buffer | string): Promise<number> {
  const began = process.cpuUsage()
  await read(bytes)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000_000
}

const sheetOf = (inside: string): string => `<worksheet><sheetData>${inside}</sheetData></worksheet>`
const stringsOf = (inside: string): Record<string, string> => ({
  'xl/sharedStrings.xml': `<sst>${inside}</sst>`,
})
const plain = sheetOf('<row><c t="inlineStr"><is><t>a</t></is></c></row>')

const attacks: [string, (times: number) => Buffer | string][] = [
  ['rows that never begin', (n) => makeXlsx({ A: `<worksheet><sheetData>${'<row '.repeat(n)}` })],
  ['cells that never begin', (n) => makeXlsx({ A: `<worksheet><sheetData><row>${'<c '.repeat(n)}` })],
  ['cells that never end', (n) => makeXlsx({ A: `<worksheet><sheetData><row>${'<c>'.repeat(n)}` })],
  ['phonetic runs that never begin', (n) => makeXlsx({ A: plain }, stringsOf(`<si>${'<rPh '.repeat(n)}`))],
  ['phonetic runs that never end', (n) => makeXlsx({ A: plain }, stringsOf(`<si>${'<rPh>'.repeat(n)}`))],
  ['texts that never end', (n) => makeXlsx({ A: plain }, stringsOf(`<si>${'<t>'.repeat(n)}</si>`))],
  [
    'formats that never end',
    (n) => makeXlsx({ A: plain }, { 'xl/styles.xml': `<s>${'<cellXfs>'.repeat(n)}` }),
  ],
  [
    'brackets in a format',
    (n) =>
      makeXlsx(
        { A: plain },
        { 'xl/styles.xml': `<s><numFmt numFmtId="1" formatCode="${'['.repeat(n)}"/></s>` },
      ),
  ],
  [
    'relations that never begin',
    (n) => makeXlsx({ A: plain }, { 'xl/_rels/workbook.xml.rels': '<Relationship '.repeat(n) }),
  ],
  [
    'sheets that never begin',
    (n) => makeXlsx({ A: plain }, { 'xl/workbook.xml': `<w>${'<sheet '.repeat(n)}` }),
  ],
  [
    'ends of the archive',
    (n) => Buffer.concat([makeXlsx({ A: plain }), Buffer.from('PK\u0005\u0006'.repeat(n), 'latin1')]),
  ],
  ['quotes that never close', (n) => `a,b\n"${'x""'.repeat(n)}`],
  ['quotes and line ends', (n) => `a,b\n${'"\n'.repeat(n)}`],
  ['one long cell', (n) => `a,b\n${'x'.repeat(n)}`],
  ['separators in the heading', (n) => '"a,'.repeat(n)],
  ['spaces before the heading', (n) => `${' \n'.repeat(n)}a`],
]

describe('files crafted to take long', () => {
  it.each(attacks)('%s take time in proportion to their length', { timeout: 30_000 }, async (_, make) => {
    await secondsFor(make(1000))
    const short = await secondsFor(make(40_000))
    // The shorter of two: a garbage collection of what earlier tests left may fall into one of them.
    const file = make(160_000)
    const long = Math.min(await secondsFor(file), await secondsFor(file))
    expect(long, `${short.toFixed(3)} s, four times as long: ${long.toFixed(3)} s`).toBeLessThan(
      maxSlowdown * Math.max(short, 0.05),
    )
  })

  it('sheets that share one entry are refused', async () => {
    const names = Array.from({ length: 50 }, (_, at) => `<sheet name="S${at}" r:id="one"/>`).join('')
    const file = makeXlsx(
      { A: plain },
      {
        'xl/workbook.xml': `<workbook xmlns:r="x"><sheets>${names}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': '<R><Relationship Id="one" Target="worksheets/sheet1.xml"/></R>',
      },
    )
    expect(await read(file)).toContain('damaged')
  })

  it.each(['row ', 'c ', 'rPh '])('a few kilobytes of <%s are refused at once', async (tag) => {
    const many = `<${tag}`.repeat(600_000)
    const inside = tag === 'rPh ' ? { A: plain } : { A: `<worksheet><sheetData><row>${many}` }
    const file = makeXlsx(inside, tag === 'rPh ' ? stringsOf(`<si>${many}`) : {})
    expect(file.length).toBeLessThan(20_000)
    const began = process.cpuUsage()
    expect(await read(file)).toContain('damaged')
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000)
  })
})

describe('files crafted to fill the memory', () => {
  it('are refused when all sheets together unpack to too much', { timeout: 30_000 }, async () => {
    // Each sheet is within its own limits: 19 MB that hardly change the ratio.
    const filler = `<worksheet><sheetData>${'<row/>'.repeat(3_200_000)}</sheetData></worksheet>`
    const sheets = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`S${at}`, filler]))
    expect(await read(makeXlsx(sheets))).toContain('far more than its size suggests')
  })

  it('are refused for an endless tag or text', async () => {
    const long = Array.from({ length: 500_000 }, (_, at) => at.toString(36)).join(' ')
    const endless = long.repeat(4)
    expect(await read(makeXlsx({ A: sheetOf(`<row><c t="str"><v>${endless}</v></c></row>`) }))).toContain(
      'far more than its size suggests',
    )
  })

  it('are refused for a doctype, entities and deep nesting', async () => {
    const typed = `<!DOCTYPE a [<!ENTITY x "y"><!ENTITY f SYSTEM "file:///etc/passwd">]>`
    expect(await read(makeXlsx({ A: `${typed}${plain}` }))).toContain('damaged')
    expect(await read(makeXlsx({ A: sheetOf('<row><c t="str"><v>&f;</v></c></row>') }))).toContain('damaged')
    expect(await read(makeXlsx({ A: `${'<a>'.repeat(100)}${'</a>'.repeat(100)}` }))).toContain('damaged')
  })

  it('are refused for entry names outside the archive', async () => {
    expect(await read(makeZip({ '../../etc/passwd': 'x', 'xl/workbook.xml': '<w/>' }))).toContain('damaged')
    expect(await read(makeZip({ '/etc/passwd': 'x', 'xl/workbook.xml': '<w/>' }))).toContain('damaged')
  })
})

describe('random bytes', () => {
  const whole = makeXlsx(
    { One: plain, Two: sheetOf('<row><c r="B1" s="1"><v>46023</v></c><c t="s"><v>0</v></c></row>') },
    { ...stringsOf('<si><t>a</t></si>'), 'xl/styles.xml': '<s><cellXfs><xf numFmtId="14"/></cellXfs></s>' },
  )
  it('in a workbook are read or refused with a message', async () => {
    const change = fc.record({
      at: fc.nat(whole.length - 1),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const bytes = Buffer.from(whole)
        for (const each of changes) bytes.set(each.bytes.slice(0, bytes.length - each.at), each.at)
        expect(['number', 'string']).toContain(typeof (await read(bytes)))
      }),
      { numRuns: randomFiles },
    )
  })

  it('in the XML of a workbook are read or refused with a message', async () => {
    const fragment = fc.constantFrom(
      '<row>',
      '</row>',
      '<c>',
      '</c>',
      '<c t="s">',
      '<v>',
      '</v>',
      '0',
      '<f/>',
      '<is><t>',
      '</t></is>',
      '&amp;',
      '&x;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<rPh>',
      '</rPh>',
      '<x:row x:a="1">',
      '"',
      '>',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fragment, { maxLength: 40 }), async (fragments) => {
        const inside = fragments.join('')
        const file = makeXlsx({ A: sheetOf(inside) }, stringsOf(inside))
        expect(['number', 'string']).toContain(typeof (await read(file)))
      }),
      { numRuns: randomFiles },
    )
  })

  it('as a text file are read or refused with a message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
        expect(['number', 'string']).toContain(typeof (await read(Buffer.from(bytes))))
      }),
      { numRuns: randomFiles },
    )
  })
})
