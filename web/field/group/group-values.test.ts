import { expect, it } from 'vitest'
import type { CropOnField } from '#domain/advice/guard.ts'
import { guardFactsOf } from '#domain/field/pack-facts.ts'
import { packCustomer } from '#testing/field-customer.ts'
import { linesOf } from '../../visit-entry/detail-values.ts'
import type { FieldCustomer } from '../field-customer.ts'
import {
  emptyGroup,
  groupEvents,
  linesOfGroup,
  problemsOfGroup,
  soilOfGroup,
  type LinesFor,
} from './group-values.ts'

const today = '2026-11-15'
const key = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee'
const supply = { crop: 'Cumin', material: 'Neem', code: 'CR1', dose: 2, unit: 'l per acre', waitingDays: 10 }
const customer = (id: string, lots: CropOnField[], soil = 'Sandy'): FieldCustomer =>
  packCustomer(id, { lots, soil })
const safe = customer('c1', [])
const soon = customer('c2', [{ crop: 'Cumin', reaping: '2026-11-20' }])
const sooner = customer('c3', [{ crop: 'Cumin', reaping: '2026-11-18' }])
const values = {
  ...emptyGroup(today),
  Group_Title: 'Blight',
  customers: ['c1', 'c2', 'c3'],
  New_Recommended_Crops: ['Cumin'],
  New_Recommended_Materials: ['Neem'],
}
const linesFor: LinesFor = (each) => linesOf(values, guardFactsOf(each, { supplies: [supply] }), today)
const all = [safe, soon, sooner]

it('warns when the advice is not safe for one of the customers, and stores the reason with those', () => {
  const lines = linesOfGroup(all, linesFor)
  expect(lines.map(({ material, reaping, warnings }) => [material, reaping, warnings.length])).toEqual([
    ['Neem', '2026-11-18', 1],
  ])
  const problems = problemsOfGroup(values, today, () => true, lines)
  expect(problems.map(({ field }) => field)).toEqual(['Advice_Reason'])
  const reasoned = { ...values, Advice_Reason: ' The field is sprayed after reaping ' }
  expect(problemsOfGroup(reasoned, today, () => true, lines)).toEqual([])
  const events = groupEvents(reasoned, all, key, { linesFor, photo: new Blob(['x']) })
  expect(events.map(({ values: stored, photo }) => [stored['Advice_Reason'], photo !== undefined])).toEqual([
    [undefined, true],
    ['The field is sprayed after reaping', false],
    ['The field is sprayed after reaping', false],
  ])
  expect(events[1]!.values['Advice_Details']).toBe(
    'Cumin | Neem | 2 l per acre |  | 10 |  | harvest 2026-11-20',
  )
  expect(problemsOfGroup(values, today, () => true, linesOfGroup([safe], linesFor))).toEqual([])
})

it('recommends by the soil only if it is the same for all', () => {
  expect(soilOfGroup(all)).toBe('Sandy')
  expect(soilOfGroup([...all, customer('c4', [], 'Medium Black')])).toBe('')
  expect(soilOfGroup([])).toBe('')
})
