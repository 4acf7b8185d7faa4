import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { toCells } from '../records/record-rows.ts'
import { readMigrations } from './migrations.ts'

const samples: [entity: string, values: RecordValues][] = [
  ['customer', { Customer_Code: 'C-1', Customer_Name: 'રમેશભાઈ પટેલ', Customer_Phone: '+91 98250 12345' }],
  ['customer', { Customer_Code: 'C-2', Customer_Name: 'Jhaverchand ÉCLAIR & Sons', Customer_Phone: '' }],
  ['city', { City_Code: 'PUN', City_Name: 'पुणे' }],
]

const rebuilds = (): number =>
  readMigrations()
    .flatMap(({ operations }) => operations)
    .filter((each) => each.change === 'data step' && each.step.endsWith('-search-text')).length

it('is asked for by a migration whenever the search text is computed differently', () => {
  const texts = samples.map(([name, values]) => {
    const cells = toCells(entityNamed(name), 'id', values)
    return [cells['search_text'], cells['folded_texts']]
  })
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
  // If this fails: npm run db:diff -- what-is-searched --step rebuild-search-text, then both values here.
  expect({ hash, rebuilds: rebuilds() }).toEqual({ hash: 'fd47db61245c0932', rebuilds: 1 })
})
