import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { planOf, statementsOf } from '#testing/query-plans.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

const levels = ['Zone_Code', 'State_Code', 'Pool_Code', 'Station_Code', 'City_Code']

describe.each(databaseNames)('the planner’s queries on %s', (database) => {
  let test: TestApp
  let territory: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    territory = await test.make('customer', { Customer_Code: 'I1' })
    await test.make('balance', { Customer_Code: 'I1', Overdue: 5, Receivable: 5 })
    await test.make('assignment', { Customer_Code: 'I1', From_Day: '2026-01-01', Until_Day: null })
  })
  afterAll(() => test.close())

  const isFullScan = (step: string): boolean =>
    database === 'sqlite'
      ? /^SCAN (?!found\b|page\b|\(subquery)/.test(step) && !/ INDEX /.test(step)
      : /Seq Scan/.test(step)

  const queries = [
    'order=due',
    'order=planned',
    'due=overdue',
    'due=never',
    'due=week',
    ...levels.map((level) => `due=overdue&${level}=`),
    ...levels.map((level) => `order=planned&${level}=`),
    'balance=overdue',
    'balance=owing&Zone_Code=',
    'balance=clear',
    'employee=EMP0001',
    'employee=none',
    'employee=EMP0001&due=overdue&balance=overdue&City_Code=',
    'q=farmer&due=overdue',
  ].map((query) => query.replace(/(\w+_Code)=$/, '$1'))

  it.each(queries)('%s uses no sequential scan', async (query) => {
    const filled = query.replace(/(\w+_Code)$/, (level) => `${level}=${encodeURIComponent(territory[level])}`)
    const statements = await statementsOf(test, `/api/v1/visit-plans?${filled}&limit=50`)
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) {
      const steps = await planOf(test, statement)
      expect(steps.length).toBeGreaterThan(0)
      expect(steps.filter(isFullScan), `${statement.sql}\n${steps.join('\n')}`).toEqual([])
    }
  })

  it.each(['', ...levels])(
    'the most overdue of one %s are read in index order, without a sort',
    async (level) => {
      const where = level && `&${level}=${encodeURIComponent(territory[level])}`
      const statements = await statementsOf(test, `/api/v1/visit-plans?due=overdue${where}`)
      const page = statements.find(({ sql: text }) => /order by/.test(text) && /from "customer"/.test(text))!
      const steps = await planOf(test, page)
      expect(steps.join('\n')).not.toMatch(/TEMP B-TREE|Sort/)
      expect(steps.join('\n')).toContain(level ? `customer_${level.toLowerCase()}_due_day_id` : 'due_day')
    },
  )
})
