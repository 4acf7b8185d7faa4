import { describe, expect, it } from 'vitest'

import { serverTextsIn } from './server-message-rules.ts'

const texts: [source: string, count: number][] = [
  ["() => notFound('There is no such record')", 1],
  ["() => notFound(t('There is no such record'))", 0],
  ["() => conflict(isOpen ? 'It is open' : t('It is closed'))", 1],
  ["() => ({ field: 'role', message: 'Role is required' })", 1],
  ["() => ({ field: 'role', message: isOpen && `Role` })", 1],
  ["({ message: 'The database file is damaged' })", 0],
  ['() => problems.push(`${label} is required`)', 1],
  ['() => ` until ${formatDate(day)}`', 1],
  ["() => t('{label} is required', { label })", 0],
  ['() => new Error(`No entity is named ${name}`)', 0],
  ['() => ctx.log.warn(`The file ${name} is missing`)', 0],
  ['() => sql`select id from customer where code = ${code}`', 0],
  ['() => `${table}.id as id`', 0],
  ['() => `/records/${id}`', 0],
  ['({ summary: `List ${names} of a page` })', 0],
  ['described(z.string(), `At most ${max} customers`)', 0],
  ['described(readWith(parse, `${label} is required`), `At most ${max}`)', 1],
]

describe('the texts of the server', () => {
  it.each(texts)('%s has %i outside of messages', (source, count) => {
    for (const file of ['server/records/a.ts', 'domain/visits/a.ts'])
      expect(serverTextsIn(new Map([[file, `export const b = ${source}`]]))).toHaveLength(count)
  })

  it('are only looked for in files with sentences for users', () => {
    const source = 'export const b = () => `Set ${name} to a number`'
    for (const file of ['server/base/config.ts', 'server/records/a.test.ts', 'web/ui/a.ts'])
      expect(serverTextsIn(new Map([[file, source]]))).toEqual([])
  })
})
