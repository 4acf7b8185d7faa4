import { describe, expect, test } from 'vitest'
import type { ImportReport } from '#domain/api/imports/import-values.ts'
import { fileToUpload, textToUpload } from './upload-file.ts'
import { describeTimeLeft, describeReport, formatSize, describeWaiting } from './import-format.ts'

const report = (counts: Partial<ImportReport>): ImportReport => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  wrong: 0,
  skipped: 0,
  duplicates: 0,
  notes: [],
  problems: [],
  isDryRun: true,
  seconds: 1,
  ...counts,
})

test.each([
  [
    report({ created: 98_412, updated: 1204, unchanged: 300, wrong: 84 }),
    '98,412 would be created, 1,204 updated, 300 unchanged, 84 have problems',
  ],
  [report({ updated: 1, isDryRun: false }), '1 was updated'],
  [report({ created: 2, wrong: 1, isDryRun: false }), '2 were created, 1 has a problem'],
  [report({ wrong: 3 }), '3 have problems'],
  [report({}), 'There was nothing to do'],
])('describes a report', (input, text) => {
  expect(describeReport(input)).toBe(text)
})

test.each([
  [0.2, 'about a second left'],
  [4.4, 'about 4 seconds left'],
  [41, 'about 45 seconds left'],
  [200, 'about 3 minutes left'],
])('describes %d seconds as time left', (seconds, text) => expect(describeTimeLeft(seconds)).toBe(text))

test.each([
  [1, '1 byte'],
  [1500, '1.5 kB'],
  [49_900_000, '50 MB'],
])('formats %d bytes', (bytes, text) => expect(formatSize(bytes)).toBe(text))

describe('upload source', () => {
  test('counts pasted rows without the heading row and blank lines', () => {
    expect(textToUpload('A\tB\r\n1\t2\r\n\r\n3\t4\r\n').rows).toBe(2)
  })

  test.each([
    ['rows without headings', () => textToUpload('only one line'), 'Include the heading row'],
    ['an empty file', () => fileToUpload(new File([], 'none.csv')), 'none.csv is empty'],
    [
      'a file that is too large',
      () => fileToUpload(Object.defineProperty(new File(['x'], 'all.csv'), 'size', { value: 209_715_200 })),
      'all.csv is 200 MB and the limit is 50 MB',
    ],
  ])('rejects %s', (_, upload, message) => expect(upload).toThrow(message))

  test('sends a workbook with its own content type', () => {
    expect(fileToUpload(new File(['x'], 'A.XLSX')).content.type).toContain('spreadsheetml')
    expect(fileToUpload(new File(['x'], 'a.csv')).content.type).toBe('text/csv')
    expect(fileToUpload(new File(['x'], 'a.dat')).content.type).toBe('application/octet-stream')
  })
})

test('says how many imports are ahead in the queue', () => {
  expect([0, 1, 3].map(describeWaiting)).toEqual([
    'Waiting: yours is next',
    'Waiting: 1 import before yours',
    'Waiting: 3 imports before yours',
  ])
  expect(describeReport(report({ created: 2, skipped: 1 }))).toBe('2 would be created, 1 skipped')
})
