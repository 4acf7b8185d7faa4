import { afterEach, expect, it } from 'vitest'
import { addressOf, mapLinkOf } from './map-links.ts'
import { localeAndScriptOf } from './messages/language-names.ts'
import { english, setLanguage } from './messages/t.ts'

afterEach(() => setLanguage(() => english))

it('names the city of an address; maps get its usual name', () => {
  const plan = { Street: '1 Station Road', City_Code: 'C001', Pin_Code: '388001' }
  const inMap = (address: string): string => `query=${encodeURIComponent(address)}`
  expect(addressOf(plan)).toBe('1 Station Road, C001, 388001')
  expect(addressOf({ ...plan, City_Name: 'Anand' })).toBe('1 Station Road, Anand, 388001')
  expect(mapLinkOf({ ...plan, City_Name: 'Anand' })).toContain(inMap('1 Station Road, Anand, 388001'))
  setLanguage(() => ({ ...localeAndScriptOf('gu'), translations: {} }))
  const shown = { ...plan, City_Name: 'આણંદ · Anand' }
  expect(addressOf(shown)).toBe('1 Station Road, આણંદ · Anand, 388001')
  expect(mapLinkOf(shown)).toContain(inMap('1 Station Road, Anand, 388001'))
})
