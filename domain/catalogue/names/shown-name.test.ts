import { afterEach, describe, expect, it } from 'vitest'
import { localeAndScriptOf } from '../../messages/language-names.ts'
import type { LanguageCode } from '../../messages/languages.ts'
import { english, setLanguage } from '../../messages/t.ts'
import { shownName, usualName } from './shown-name.ts'

describe('shownName', () => {
  afterEach(() => setLanguage(() => english))

  it.each<[LanguageCode, unknown, string]>([
    ['en', 'ઘઉં', 'Wheat'],
    ['gu', 'ઘઉં', 'ઘઉં · Wheat'],
    ['gu', 'गेहूँ', 'Wheat'],
    ['hi', 'गेहूँ', 'गेहूँ · Wheat'],
    ['mr', 'गहू', 'गहू · Wheat'],
    ['mr', 'ઘઉં', 'Wheat'],
    ['gu', 'گندم', 'Wheat'],
    ['gu', 'Ghau', 'Wheat'],
    ['gu', null, 'Wheat'],
    ['gu', undefined, 'Wheat'],
    ['gu', '', 'Wheat'],
  ])('in %s with the second name %s: %s', (code, local, expected) => {
    setLanguage(() => ({ ...localeAndScriptOf(code), translations: {} }))
    expect(shownName('Wheat', local)).toBe(expected)
    expect(usualName(expected)).toBe('Wheat')
  })

  it('does not repeat a name that is in the script itself', () => {
    setLanguage(() => ({ ...localeAndScriptOf('gu'), translations: {} }))
    expect(shownName('ઘઉં', 'ઘઉં')).toBe('ઘઉં')
    expect(usualName('ઘઉં')).toBe('ઘઉં')
  })

  it('keeps a dot that belongs to the usual name', () => {
    setLanguage(() => ({ ...localeAndScriptOf('gu'), translations: {} }))
    expect(usualName('Wheat · Lokwan')).toBe('Wheat · Lokwan')
    expect(usualName('ઘઉં · Wheat · Lokwan')).toBe('Wheat · Lokwan')
  })
})
