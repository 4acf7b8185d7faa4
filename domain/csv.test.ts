import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeFormula, csvRecordsFrom, unescapeFormula, readCsv, writeCsv } from './csv.ts'
import { randomFrom } from '#testing/random.ts'

const cellsOf = (text: string): string[][] => readCsv(text).records.map(({ cells }) => cells)

describe('readCsv', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\ufeffa;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1,5\t2;3',
      [
        ['a', 'b'],
        ['1,5', '2;3'],
      ],
    ],
    ['sep=;\r\na,x;b\r\n', [['a,x', 'b']]],
    ['"a;b",c\n', [['a;b', 'c']]],
    ['a,"he said ""no"""\n', [['a', 'he said "no"']]],
    ['a,5" pipe\n', [['a', '5" pipe']]],
    [
      'a,"two\r\nlines"\nb,c',
      [
        ['a', 'two\r\nlines'],
        ['b', 'c'],
      ],
    ],
    [
      'a,b\n\n\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,\n,b',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['', []],
    ['\n', []],
    ['"', []],
  ])('%j', (text, cells) => {
    expect(cellsOf(text)).toEqual(cells)
  })

  it('reports the first line of each record, and the line of an unclosed quote', () => {
    const { records, openQuote } = readCsv('a,b\n\n"x\ny",z\n1,2\n3,"4\n5,6\n')
    expect(records.map(({ line }) => line)).toEqual([1, 3, 5])
    expect(openQuote).toBe(6)
  })

  it('reads back what writeCsv wrote', () => {
    const chance = randomFrom(7)
    const pieces = ['a', 'ક', '"', ',', ';', '\t', '\n', '\r\n', ' ', '=', "'", '₹', '1,25,000', '']
    for (let round = 0; round < 2000; round++) {
      const width = 1 + chance(4)
      const rows = Array.from({ length: 1 + chance(5) }, () =>
        Array.from({ length: width }, () =>
          Array.from({ length: chance(5) }, () => pieces[chance(pieces.length)]!).join(''),
        ),
      )
      const written = writeCsv(rows)
      expect(cellsOf(written), written).toEqual(rows)
    }
  })

  it('escapes cells that a spreadsheet would evaluate, and unescapes them again', () => {
    for (const cell of ['=1+1', '+91', '-500', '@sum', '\tx', "'=x", 'C1001', '', "'quoted'"]) {
      expect(escapeFormula(cell)).not.toMatch(/^[=+\-@\t\r]/)
      expect(unescapeFormula(escapeFormula(cell))).toBe(cell)
    }
  })

  it('counts lines within quotes, and keeps doubled quotes and empty quoted cells', () => {
    expect(readCsv('"a\r\nb\rc\nd",1\n\r\n\r""\n"x""y""",2')).toEqual({
      records: [
        { line: 1, cells: ['a\r\nb\rc\nd', '1'] },
        { line: 7, cells: [''] },
        { line: 8, cells: ['x"y"', '2'] },
      ],
    })
  })

  const limits = { maxRecords: 100, maxCells: 20, maxCellsInAll: 1000 }
  it.each([
    ['a\n'.repeat(100), 100, undefined],
    ['a\n'.repeat(100) + '\n\n', 100, undefined],
    ['a\n'.repeat(101), 100, { what: 'records', line: 101 }],
    [`x${','.repeat(19)}\n`, 1, undefined],
    [`x\nx${','.repeat(20)}\n`, 1, { what: 'cells', line: 2 }],
    [`x${','.repeat(19)}\n`.repeat(50), 50, undefined],
    [`x${','.repeat(19)}\n`.repeat(51), 50, { what: 'cells in all', line: 51 }],
  ])('stops exactly at the limits', (text, count, tooMany) => {
    const file = readCsv(text, limits)
    expect([file.records.length, file.tooMany]).toEqual([count, tooMany])
  })

  it.each([
    ['lines', '1\n'.repeat(8_000_000), 'records'],
    ['commas', ','.repeat(16_000_000), 'cells'],
  ])('stops within 900 ms on millions of %s', (_name, text, what) => {
    const start = performance.now()
    expect(readCsv(text, { maxRecords: 50_000, maxCells: 200 }).tooMany?.what).toBe(what)
    expect(performance.now() - start).toBeLessThan(900)
  })
})

describe('csvRecordsFrom', () => {
  async function* piecesOf(text: string, size: number): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  }
  const inPieces = async (pieces: AsyncIterable<string>): Promise<ReturnType<typeof readCsv>> => {
    const records: ReturnType<typeof readCsv>['records'] = []
    const reading = csvRecordsFrom(pieces)
    for (;;) {
      const { done, value } = await reading.next()
      if (done) return { records, ...value }
      records.push(value)
    }
  }

  it('reads the same records wherever the text is split', async () => {
    // Long enough for reading to start before the end of the stream.
    const filler = `${'x'.repeat(70_000)}\n`
    const sign = fc.constantFrom('"', '""', ',', ';', '\n', '\r', '\r\n', 'a', 'bc', ' ', '"x"', '"y\r\nz"')
    await fc.assert(
      fc.asyncProperty(
        fc.array(sign, { maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (signs, size) => {
          const text = `a,b\n${filler}${signs.join('')}`
          const cut = text.length - signs.join('').length
          async function* pieces(): AsyncGenerator<string> {
            yield text.slice(0, cut)
            yield* piecesOf(text.slice(cut), size)
          }
          expect(await inPieces(pieces())).toEqual(readCsv(text))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('rejects a record longer than the limit', async () => {
    const { tooMany } = await inPieces(piecesOf(`a\nb\n"${'x'.repeat(20_000_000)}`, 500_000))
    expect(tooMany).toEqual({ what: 'letters in a record', line: 3 })
  })
})
