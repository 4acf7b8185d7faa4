import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { columnName } from '../column-name.ts'
import { code, formatCode } from './code.ts'
import { date } from './date.ts'
import { digits } from './digits.ts'
import { email } from './email.ts'
import { instant } from './instant.ts'
import { number } from './number.ts'
import { phone } from './phone.ts'
import { refs } from './refs.ts'
import { text } from './text.ts'
import { wholeText } from './whole-text.ts'
import { fromCell, sampleOf, toCell, toKey } from '../stored/kinds.ts'
import type { Field } from '../field.ts'
import { readField } from '../reading/read-field.ts'

const fields = catalogue.flatMap((entity) =>
  Object.entries(entity.fields).map(([name, field]) => ({ place: `${entity.name}.${name}`, field })),
)

describe('every field of every entity', () => {
  it.each(fields)('$place reads its own samples, and stores and returns them unchanged', ({ field }) => {
    if (field.presence === 'generated') return
    for (const n of [1, 7, 299]) {
      const sample = sampleOf(field, n)
      expect(readField(field, sample)).toEqual({ value: sample })
      expect(fromCell(field, toCell(field, sample))).toEqual(sample)
      expect(field.show(sample)).not.toBe('')
    }
  })

  it('never throws on any input, and never accepts a value of the wrong type', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.anything(), ({ field }, input) => {
        const reading = readField(field, input)
        if ('value' in reading && reading.value !== null) {
          expect(['string', 'number', 'object']).toContain(typeof reading.value)
          expect(readField(field, reading.value)).toEqual(reading)
        }
      }),
      { numRuns: 5000 },
    )
  })
})

describe('an instant', () => {
  it('is formatted in the given time zone', () => {
    const field = instant('Planned At')
    expect(field.show('2026-08-16T20:00:00.000Z', 'Asia/Kolkata')).toBe('17/08/2026 01:30')
    expect(field.show('2026-08-16T20:00:00.000Z', 'UTC')).toBe('16/08/2026 20:00')
    expect(field.show(null, 'UTC')).toBe('')
  })
})

describe('error messages name the label and the rule', () => {
  it.each([
    [number('Ext Code'), 'abc', 'Ext Code should be a number'],
    [number('Ext Code'), '', 'Ext Code should be a number'],
    [number('Ext Code'), 1.5, 'Ext Code should be a whole number'],
    [number('Ext Code'), Number.NaN, 'Ext Code should be a number'],
    [number('Ext Code'), '0x10', 'Ext Code should be a number'],
    [digits('Ext Code'), '2a4', 'Ext Code should be a number'],
    [digits('Ext Code'), '1.5', 'Ext Code should be a number'],
    [digits('Ext Code'), -7, 'Ext Code should be a number'],
    [wholeText('Days', { max: 100 }), 'abc', 'Days should be a number'],
    [wholeText('Days', { max: 100 }), '-1', 'Days should not be less than 0'],
    [wholeText('Days', { max: 100 }), '1.5', 'Days should be a whole number'],
    [
      text('Functional Level Code', { max: 10 }),
      'x'.repeat(11),
      'Functional Level Code should not exceed 10 characters',
    ],
    [email('Email'), 'a@b..c', 'Email should be an e-mail address'],
    [phone('Phone'), 'call me', 'Phone should be a phone number'],
    [date('Day'), 20_261_115, 'Day should be a date like 31/12/2026 or 2026-12-31'],
    [refs('Codes', 'crop.Crop_Name'), ['a', ''], 'Codes should not contain blanks'],
    [refs('Codes', 'crop.Crop_Name'), ['a', 1], 'Codes should be text'],
  ])('%#: %o', (field: Field, input, problem) => expect(readField(field, input)).toEqual({ problem }))
})

describe('codes', () => {
  const field = text('Zone Code')

  it.each([
    ['zero width joiner', 'A\u200dB'],
    ['zero width non-joiner', 'A\u200cB'],
    ['emoji variation selector', 'A\ufe0f'],
    ['tag letters', 'A\u{e0041}\u{e0042}'],
    ['no-break space', 'A\u00a0B'],
    ['narrow no-break space', 'A\u202fB'],
    ['ideographic space', 'A\u3000B'],
    ['Arabic number sign', 'A\u0600'],
    ['braille blank', 'A\u2800'],
    ['Hangul filler', 'A\uffa0'],
    ['combining grapheme joiner', 'A\u034fB'],
    ['Mongolian vowel separator', 'A\u180eB'],
  ])('cannot contain a %s', (_name, input) => {
    const reading = readField(field, input)
    expect(reading).toEqual({
      problem: expect.stringMatching(/^Zone Code should not contain invisible/) as string,
    })
  })

  it.each(['.', '..', ' .. '])('cannot be %j', (input) => {
    expect(readField(field, input)).toEqual({ problem: 'Zone Code should not be "." or ".."' })
  })

  it.each(['...', '.a', '../a', 'A B', 'કોડ-૧', 'क्ष-१', "O'N", '%2e%2e'])('can be %j', (input) => {
    expect(readField(field, input)).toEqual({ value: input })
  })
})

describe('names', () => {
  it('keep the joiners of Indic scripts and emoji variation selectors', () => {
    for (const name of ['श्री\u200dराम', 'ક્\u200cષ', 'Farm \u2764\ufe0f'])
      expect(readField(text('Zone Name'), name)).toEqual({ value: name })
  })

  it.each(['A\u{e0041}', 'A\u200b', 'A\u115f', 'A\u061c'])(
    'cannot contain other invisible characters: %j',
    (name) => {
      expect(readField(text('Zone Name'), name)).toEqual({
        problem: 'Zone Name should not contain invisible characters',
      })
    },
  )
})

describe('numbers', () => {
  it('accept digits as text and numbers', () => {
    expect(readField(number('N'), ' 24 ')).toEqual({ value: 24 })
    expect(readField(number('N'), 24)).toEqual({ value: 24 })
    expect(Object.is((readField(number('N', { min: -5 }), -0) as { value: number }).value, 0)).toBe(true)
  })
})

describe('generated codes', () => {
  it('are padded, and grow past their width', () => {
    expect([1, 9999, 10_000].map((n) => formatCode({ prefix: 'CR', width: 4 }, n))).toEqual([
      'CR0001',
      'CR9999',
      'CR10000',
    ])
  })

  it('sort as numbers: CR10000 after CR9999', () => {
    const keyOf = (value: string): string => toKey(code('Crop Code', 'CR', 4), value)
    expect(keyOf('CR10000') > keyOf('CR9999')).toBe(true)
    expect(keyOf('cr0001')).toBe(keyOf('CR0001'))
  })
})

describe('column names', () => {
  it.each([
    ['Iso_Code_3char', 'iso_code_3char'],
    ['materialCode', 'material_code'],
    ['GST_No', 'gst_no'],
    ['Last_Visit_ID', 'last_visit_id'],
    ['employeeNumber', 'employee_number'],
    ['staffUser', 'staff_user'],
  ])('%s becomes %s', (name, column) => expect(columnName(name)).toBe(column))

  it('are unique within each entity', () => {
    for (const { fields: each } of catalogue) {
      const names = Object.keys(each).map(columnName)
      expect(new Set(names).size).toBe(names.length)
    }
  })
})
