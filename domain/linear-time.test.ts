import { describe, expect, it } from 'vitest'
import { entityNamed } from './catalogue/catalogue.ts'
import { codeAfter } from './catalogue/kinds/code.ts'
import { parseGeoPoint } from './catalogue/kinds/place.ts'
import { readCell } from './imports/read-cell.ts'
import { readRelativeDay } from './lists/relative-days.ts'
import { tokensOf } from './one-line/tokens.ts'
import { toKey } from './catalogue/stored/kinds.ts'

/** The maximum length of a request: quadratic time would take minutes. */
const long = 250_000
const calendar = { now: () => new Date('2026-11-16T00:00:00Z'), timeZone: 'Asia/Kolkata' }
const { materialCode } = entityNamed('material').fields
const { Visit_In_Days } = entityNamed('customer').fields

describe('parsers of request text run in linear time', () => {
  it.each([
    ['spaces within a number', () => readCell(Visit_In_Days!, `1${' '.repeat(long)}1`, 'UTC')],
    ['zeros within a number', () => readCell(Visit_In_Days!, `1.${'0'.repeat(long)}1x`, 'UTC')],
    ['digits within a code', () => toKey(materialCode!, `${'1'.repeat(long)}x`)],
    ['digits within the last code', () => codeAfter(`${'1'.repeat(long)}x`)],
    ['spaces within a point', () => parseGeoPoint(`1${' '.repeat(long)}x`)],
    ['spaces within a day', () => readRelativeDay(`today${' '.repeat(long)}x`, calendar)],
    ['commas within a line', () => tokensOf(`${','.repeat(long)}x`)],
  ])('%s', (_, read) => {
    const began = process.cpuUsage()
    read()
    expect(process.cpuUsage(began).user / 1000, 'milliseconds').toBeLessThan(1000)
  })

  it('reads ordinary amounts and codes correctly', () => {
    const amounts = ['₹ 1,50,000/-', 'Rs. 12.50', '7.', '100', '0.50 /-', '10.00', '1.2.30']
    expect(amounts.map((each) => readCell(Visit_In_Days!, each, 'UTC'))).toEqual([
      '150000',
      '12.5',
      '7',
      '100',
      '0.5',
      '10',
      '1.2.3',
    ])
    expect(toKey(materialCode!, 'MT7')).toBe(toKey(materialCode!, 'mt0007'))
    expect(codeAfter('A1B099')).toBe('A1B100')
  })
})
