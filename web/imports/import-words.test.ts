import { describe, expect, test } from 'vitest'
import type { ImportReport } from '#domain/imports/import-job.ts'
import { givenFile, givenText } from './given-file.ts'
import { leftInWords, reportInWords, sizeInWords, waitingInWords } from './import-words.ts'

const report = (counts: Partial<ImportReport>): ImportReport => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  wrong: 0,
  skipped: 0,
  duplicates: 0,
  problems: [],
  rehearsal: true,
  seconds: 1,
  ...counts,
})

test.each([
  [
    report({ created: 98_412, updated: 1204, unchanged: 300, wrong: 84 }),
    '98,412 would be created, 1,204 updated, 300 unchanged, 84 have problems',
  ],
  [report({ updated: 1, rehearsal: false }), '1 was updated'],
  [report({ created: 2, wrong: 1, rehearsal: false }), '2 were created, 1 has a problem'],
  [report({ wrong: 3 }), '3 have problems'],
  [report({}), 'There was nothing to do'],
])('a report in words', (given, words) => {
  expect(reportInWords(given)).toBe(words)
})

test.each([
  [0.2, 'about a second left'],
  [4.4, 'about 4 seconds left'],
  [41, 'about 45 seconds left'],
  [200, 'about 3 minutes left'],
])('%d seconds', (seconds, words) => expect(leftInWords(seconds)).toBe(words))

test.each([
  [1, '1 byte'],
  [1500, '1.5 kB'],
  [49_900_000, '50 MB'],
])('%d bytes', (bytes, words) => expect(sizeInWords(bytes)).toBe(words))

describe('what is given', () => {
  test('pasted rows are counted without their headings and without blank lines', () => {
    expect(givenText('A\tB\r\n1\t2\r\n\r\n3\t4\r\n').rows).toBe(2)
  })

  test.each([
    ['rows without headings', () => givenText('only one line'), 'Copy the line with the headings as well'],
    ['an empty file', () => givenFile(new File([], 'none.csv')), 'none.csv is empty'],
    [
      'a file that is too large',
      () => givenFile(Object.defineProperty(new File(['x'], 'all.csv'), 'size', { value: 209_715_200 })),
      'all.csv has 200 MB, and 50 MB can be read at once',
    ],
  ])('%s', (_, give, sentence) => expect(give).toThrow(sentence))

  test('a workbook is sent as one', () => {
    expect(givenFile(new File(['x'], 'A.XLSX')).content.type).toContain('spreadsheetml')
    expect(givenFile(new File(['x'], 'a.csv')).content.type).toBe('text/csv')
    expect(givenFile(new File(['x'], 'a.dat')).content.type).toBe('application/octet-stream')
  })
})

test('says how many imports go before one', () => {
  expect([0, 1, 3].map(waitingInWords)).toEqual([
    'Waiting: yours is next',
    'Waiting: 1 import before yours',
    'Waiting: 3 imports before yours',
  ])
  expect(reportInWords(report({ created: 2, skipped: 1 }))).toBe('2 would be created, 1 skipped')
})
