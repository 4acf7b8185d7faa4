import { describe, expect, it } from 'vitest'

import { sortMessages } from './areas.ts'
import { checkTranslations, problemOfTranslation, writeCatalogue } from './check-translations.ts'
import { messagesOf } from './collect-messages.ts'

const good: [message: string, translation: string][] = [
  ['Log in', 'લૉગ ઇન કરો'],
  ['{count, plural, one {# visit} other {# visits}} of {name}', '{name}: {count, plural, other {# મુલાકાત}}'],
  ['Open <link>{name}</link>', '<link>{name}</link> ખોલો'],
]
const bad: [message: string, translation: string, problem: string][] = [
  ['Log in', ' ', 'empty'],
  ['Log in', 'લૉગ ઇન ', 'space at an end'],
  ['Page {page}', 'પૃષ્ઠ', 'no {page} in its translation'],
  ['Page', 'પૃષ્ઠ {page}', 'its translation does'],
  ['Page {page}', 'પૃષ્ઠ {page', 'wrong syntax'],
  ['{count, plural, one {#} other {#}}', '{count, plural, one {#}}', 'without other'],
  ['Open <link>{name}</link>', '{name} ખોલો', 'other tags'],
  ['Open <link>{name}</link>', '<b>{name}</b> ખોલો', 'other tags'],
  ['2 pages', '૨ પૃષ્ઠ', 'other digits'],
  ['2 pages', '२ पृष्ठ', 'other digits'],
]

describe('a translation', () => {
  it.each(good)('%s → %s fits', (message, translation) => {
    expect(problemOfTranslation(message, translation)).toBe(undefined)
  })
  it.each(bad)('%s → %s does not', (message, translation, problem) => {
    expect(problemOfTranslation(message, translation)).toContain(problem)
  })
})

const tree = (files: Record<string, string>): Map<string, string> => new Map(Object.entries(files))

const product = {
  'web/main.tsx': "import './shell.tsx'\nconst Late = () => import('./late.tsx')",
  'web/shell.tsx': "import { words } from '#domain/words.ts'\nexport const shell = () => t('Shell')",
  'web/late.tsx': 'export const late = () => <RichText message={isOpen ? "Open" : "Closed"} />',
  'web/admin/users.tsx': "const states = { a: 'Waiting' }\nexport const users = () => t(states[name])",
  'domain/words.ts': "export const words = { label: 'Field label', other: 'No message' }",
  'server/core/problems.ts': "export const problem = () => t('Refused')",
  'server/imports/import.ts': "export const imported = () => t('Imported')",
}

describe('the messages of the product', () => {
  it('are literals, and declared texts that are shown', () => {
    expect([...messagesOf(tree(product)).keys()].toSorted()).toEqual([
      'Closed',
      'Field label',
      'Imported',
      'Open',
      'Refused',
      'Shell',
      'Waiting',
    ])
  })
  it('are words and texts of declarations that are shown under other names', () => {
    const files = {
      'domain/access/rights.ts': "export const grants = ['read', 'create']",
      'domain/contract/forms.ts': "export const forms = [{ entity: 'crop', section: 'Crops' }]",
      'domain/data-quality/rules.ts':
        "export const rules = [rule('pan', 'wrong', 'Invalid PAN', 'Why', 'customer')]",
      'domain/trees.ts': "export const trees = [tree('places', 'Places', ['country'])]",
    }
    expect([...messagesOf(tree(files)).keys()]).toEqual([
      'read',
      'create',
      'Crops',
      'Invalid PAN',
      'Why',
      'Places',
    ])
  })
  it('are of the field when a field account can read them, and loaded in two parts', () => {
    const { all, areaOf, ofWeb } = sortMessages(tree(product))
    expect([...all].filter((message) => areaOf(message) === 'field').toSorted()).toEqual([
      'Closed',
      'Field label',
      'Open',
      'Refused',
      'Shell',
    ])
    expect([...ofWeb.field].toSorted()).toEqual(['Closed', 'Field label', 'Open', 'Shell'])
    expect([...ofWeb.office]).toEqual(['Waiting'])
  })
})

describe('a catalogue', () => {
  const sentencesOf = (catalogue: string): string[] =>
    checkTranslations(tree({ ...product, 'translations/xx.json': catalogue })).map(({ sentence }) => sentence)

  it('has no message that is gone, and is sorted', () => {
    expect(sentencesOf(writeCatalogue({ Gone: 'x' }))).toContainEqual(
      expect.stringContaining('"Gone" is no message any more'),
    )
    expect(sentencesOf('{ "Shell": "x" }')).toEqual([expect.stringContaining('is sorted')])
  })
  it('of a new language needs a floor', () => {
    expect(sentencesOf(writeCatalogue({ Shell: 'x' }))).toEqual([expect.stringContaining('floors.ts')])
  })
  it('does not fall below its floor, and the sentence names what is missing', () => {
    const findings = checkTranslations(
      tree({ ...product, 'translations/gu.json': writeCatalogue({ Shell: 'x', Open: 'x' }) }),
    )
    expect(findings.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringMatching(/40 % of the messages of the field are translated.*Add translations of "Closed"/),
    )
  })
})
