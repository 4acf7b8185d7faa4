import { describe, expect, it } from 'vitest'
import { reasonToStop } from './additive.ts'
import type { DataStep } from './data-steps.ts'
import { readMigrations } from './migrations.ts'
import { dataSteps } from './migrations/data-steps.ts'
import type { Operation } from './operations.ts'
import { indexOn, integer, text, type Table } from './table.ts'

const barn: Table = {
  name: 'barn',
  columns: [text('id')],
  primaryKey: ['id'],
  indexes: [indexOn('barn', ['id'], true)],
  foreignKeys: [],
  search: false,
}
const optional = text('village', { notNull: false })
const key = { name: 'farm_village_fkey', columns: ['village'], table: 'city', references: ['city_code'] }
const addVillage: Operation = { change: 'add column', table: 'farm', column: optional }
const addKey: Operation = { change: 'add foreign key', table: 'farm', foreignKey: key }
const step = (besideOlder?: true): Record<string, DataStep> => ({
  fill: { runs: 'in batches', run: async () => undefined, ...(besideOlder && { besideOlder }) },
})

describe('older versions can run beside', () => {
  it.each<[string, Operation[]]>([
    ['a new table', [{ change: 'create table', table: barn }]],
    ['a new optional column', [addVillage]],
    [
      'a new required column with a value',
      [{ change: 'add column', table: 'farm', column: text('kind'), fill: 'x' }],
    ],
    ['a new index', [{ change: 'add index', table: 'farm', index: indexOn('farm', ['code']) }]],
    ['a reference from a new column', [addVillage, addKey]],
    ['a step that says so', [{ change: 'data step', step: 'fill' }]],
  ])('%s', (_what, operations) => {
    expect(reasonToStop(operations, step(true))).toBeUndefined()
  })
})

describe('older versions cannot run beside', () => {
  it.each<[string, Operation]>([
    ['add column farm.kind', { change: 'add column', table: 'farm', column: text('kind') }],
    [
      'add column farm.due',
      {
        change: 'add column',
        table: 'farm',
        column: integer('due', { notNull: false, computed: { day: 'seen_on', plus: 'days' } }),
      },
    ],
    ['change column farm.village', { change: 'change column', table: 'farm', column: optional }],
    ['drop column farm.village', { change: 'drop column', table: 'farm', column: 'village' }],
    [
      'rename column farm.village to town',
      { change: 'rename column', table: 'farm', column: 'village', to: 'town' },
    ],
    ['drop table farm', { change: 'drop table', table: 'farm' }],
    ['rename table farm to field', { change: 'rename table', table: 'farm', to: 'field' }],
    [
      'add index farm.farm_code_key',
      { change: 'add index', table: 'farm', index: indexOn('farm', ['code'], true) },
    ],
    ['add foreign key farm.farm_village_fkey', addKey],
    ['set append-only farm to true', { change: 'set append-only', table: 'farm', to: true }],
    ['data step fill', { change: 'data step', step: 'fill' }],
    ['stop older versions: no dues', { change: 'stop older versions', because: 'no dues' }],
    ['create barn', { change: 'create', table: barn }],
  ])('%s, which is named', (reason, operation) => {
    expect(reasonToStop([{ change: 'create table', table: barn }, operation], step())).toBe(reason)
  })
})

it('names the committed migrations that older versions cannot run beside, which the CHANGELOG has to name too', () => {
  const reasons = readMigrations()
    .filter(({ name }) => name > '0020')
    .flatMap(({ name, operations }) => {
      const reason = reasonToStop(operations, dataSteps)
      return reason === undefined ? [] : [`${name}: ${reason}`]
    })
  expect(reasons).toEqual([
    '0020-repair-rows-once: data step rebuild-old-search-text',
    '0044-log-changes-of-records: change column change_log.subject',
    '0046-seal-audit: change column change_log.subject',
  ])
})
