import { afterEach, expect, it } from 'vitest'
import { english, setLanguage, t } from './t.ts'

afterEach(() => setLanguage(() => english))

it('formats the translation of a message in its language', () => {
  setLanguage(() => ({ locale: 'gu-IN', translations: { 'Open {name}': '{name} ખોલો' } }))
  expect(t('Open {name}', { name: 'Ramesh' })).toBe('Ramesh ખોલો')
})

it('shows English without a translation, also of a word that every object has', () => {
  for (const message of ['Log in', 'constructor', 'toString', '__proto__']) expect(t(message)).toBe(message)
})
