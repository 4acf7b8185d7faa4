import { expect, it } from 'vitest'
import { exportAudit, listAudit } from './audit.ts'
import { readInput } from './read-input.ts'

it('reads the filters, and ignores blank ones', () => {
  const query = { who: ' anita ', from: '01/11/2026', to: ' ', limit: '10' }
  expect(readInput(listAudit.query, query)).toEqual({ who: 'anita', from: '2026-11-01', limit: 10 })
  expect(readInput(listAudit.query, { who: 'x'.repeat(300) }).who).toHaveLength(200)
})

it.each([
  [{ colour: 'red' }, 'The audit cannot be filtered by colour'],
  [{ who: ['a', 'b'] }, 'who should be given once'],
  [{ from: 'soon', to: '31/02/2026' }, 'from should be a day. to should be a day'],
  [{ action: 'eat' }, /^action should be one of create, update, /],
  [{ action: 'constructor' }, /^action should be one of create, update, /],
  [{ entity: 'payroll' }, 'entity should be the name of an entity, such as customer'],
  [{ after: '1' }, 'after should be the "next" value of the previous page'],
  [{ limit: '0' }, 'limit should be a whole number from 1 to 200'],
  [{ limit: '1.5' }, 'limit should be a whole number from 1 to 200'],
])('refuses %j', (query, sentence) => {
  expect(() => readInput(listAudit.query, query)).toThrow(sentence)
})

it('has no pages in the export', () => {
  expect(() => readInput(exportAudit.query, { limit: '1' })).toThrow('The audit cannot be filtered by limit')
})
