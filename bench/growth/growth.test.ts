import { expect, it } from 'vitest'
import { OptionRefusal } from '../options.ts'
import type { SizeNumbers } from './measure-size.ts'
import { readOptions } from './options.ts'
import { growthTable } from './report.ts'

it('measures the smaller size first, and refuses other options', () => {
  expect(readOptions(['--customers', '1000000,100_000', '--changes', '20'])).toMatchObject({
    customers: [100_000, 1_000_000],
    visitsPerCustomer: 10,
    changesPerCustomer: 20,
  })
  expect(() => readOptions(['--customers', 'many'])).toThrow('--customers should be a number')
  expect(() => readOptions(['--changes', '10'])).toThrow('--changes should be a number from 20 to 500')
  expect(() => readOptions(['--speed', '9'])).toThrow(OptionRefusal)
})

const size = (customers: number, p99: number): SizeNumbers => ({
  customers,
  visits: customers * 10,
  changes: customers * 50,
  startedIn: 900,
  fillSeconds: 1,
  bytes: customers * 9000,
  tables: [{ table: 'history', rows: customers * 45, bytes: customers * 45 * 1350 }],
  works: [{ name: 'dashboard', p50: 2, p99, cpu: 1.5 }],
  day: {
    people: 5,
    requests: 300,
    refused: 0,
    p99: 40,
    cpuSeconds: 0.5,
    databaseSeconds: 0.2,
    replicaSeconds: 0.03,
    customersOfPhone: 90,
    representativesPerCore: 14_400,
  },
})

it('judges how much longer a request takes among ten times as many rows', () => {
  const table = growthTable([size(1000, 4), size(10_000, 10)])
  expect(table).toContain('| dashboard | 2.0 / 4.0 ms, 1.5 ms CPU | 2.0 / 10.0 ms, 1.5 ms CPU | 2.50 met |')
  expect(table).toContain(
    '| history, bytes a row | 1,350 (45,000 rows, 61 MB) | 1,350 (450,000 rows, 608 MB) |',
  )
  expect(table).toContain('| 0.20 s, 15 % |')
  expect(growthTable([size(1000, 4), size(10_000, 13)])).toContain('| 3.25 missed |')
  expect(growthTable([size(1000, 4)])).not.toContain('met |')
})
