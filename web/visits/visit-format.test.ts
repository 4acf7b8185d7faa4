import { afterEach, expect, it } from 'vitest'
import { english, setLanguage } from '#domain/messages/t.ts'
import { formatDay } from './visit-format.ts'

afterEach(() => setLanguage(() => english))

it('writes a day in the language of the reader, with Latin digits', () => {
  expect(formatDay('2026-11-24')).toBe('Tue 24 Nov')
  setLanguage(() => ({ locale: 'gu-IN-u-nu-latn', translations: {} }))
  expect(formatDay('2026-11-24')).toMatch(/મંગળ.*24.*નવે/)
})
