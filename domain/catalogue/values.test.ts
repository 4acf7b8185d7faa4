import { describe, expect, it } from 'vitest'

import { parseJson } from '../parse-json.ts'
import { isRecordValues, isStoredRecord, isTexts, numberAt, textAt, textOrNull, textsAt } from './values.ts'

const meta = { id: 'a', version: 1, createdAt: '2026-01-01', updatedAt: '2026-01-01' }

describe('values read by name', () => {
  it('returns texts', () => {
    expect(textAt({ Zone_Code: 'W' }, 'Zone_Code')).toBe('W')
    expect(textOrNull({ Zone_Code: null }, 'Zone_Code')).toBeNull()
    expect(textOrNull({}, 'Zone_Code')).toBeNull()
  })

  it.each([[null], [undefined], [1], [['W']]])('refuses %j as a text', (value) => {
    expect(() => textAt({ Zone_Code: value }, 'Zone_Code')).toThrow('Zone_Code should be a text')
  })

  it('returns one text, several or none as a list', () => {
    expect(textsAt({ codes: ['A', 'B'] }, 'codes')).toEqual(['A', 'B'])
    expect(textsAt({ codes: 'A' }, 'codes')).toEqual(['A'])
    expect(textsAt({ codes: null }, 'codes')).toEqual([])
    expect(() => textsAt({ codes: ['A', 1] }, 'codes')).toThrow('codes should be a list of texts')
  })

  it('returns numbers as either database sends them', () => {
    expect(numberAt({ count: 3 }, 'count')).toBe(3)
    expect(numberAt({ count: '3' }, 'count')).toBe(3)
    expect(numberAt({ sum: null }, 'sum')).toBe(0)
    expect(() => numberAt({ count: 'many' }, 'count')).toThrow('count should be a number')
  })

  it('does not repeat the value in its message, which may be personal', () => {
    expect(() => numberAt({ phone: 'secret' }, 'phone')).toThrow(/^phone should be a number, not string$/)
  })
})

describe('stored JSON', () => {
  it('has the values of a record', () => {
    const values = { name: 'A', area: 1.5, crops: ['B'], note: null }
    expect(parseJson(JSON.stringify(values), isRecordValues)).toEqual(values)
    expect(parseJson(JSON.stringify({ ...meta, ...values }), isStoredRecord)).toEqual({ ...meta, ...values })
    expect(parseJson('["A"]', isTexts)).toEqual(['A'])
  })

  it.each(['[]', '"a"', 'null', '{"a":{}}', '{"a":[1]}', '{"a":true}'])('is refused if it is %s', (text) => {
    expect(() => parseJson(text, isRecordValues)).toThrow('expected shape')
  })

  it('is refused without the members of every record', () => {
    for (const name of Object.keys(meta)) expect(isStoredRecord({ ...meta, [name]: undefined })).toBe(false)
  })
})
