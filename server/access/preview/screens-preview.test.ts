import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KyselyPlugin } from 'kysely'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { previewScreens } from './screens-preview.ts'

describe.each(databaseNames)('the preview of an Application on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const ask = async (): Promise<{ reads: number; sentences: string[] }> => {
    let reads = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        reads++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const store = { ...test.store, read: test.store.read.withPlugin(counting) }
    const tried = { Process_Code: 'contact20', Function_Codes: ['SAL'] }
    const { sentences } = await previewScreens({ ...test.ctx, store }, tried)
    return { reads, sentences }
  }

  it('covers all accounts with a constant number of reads', async () => {
    await newPerson(test, 'a-field@example.in', 'FIELD')
    const { Employee_Code } = await test.make('staffUser', { Emp_Mail_Id: 'b-many@example.in' })
    await test.make('userRole', { Employee_Code, Role_Code: 'FIELD' })
    await newPerson(test, 'b-many@example.in', 'VIEWER')
    const few = await ask()
    expect(few.sentences).toEqual(['Saving closes Soil to 2 people: a-field and b-many'])
    for (let at = 0; at < 210; at++)
      await newPerson(test, `c-${at}@example.in`, at % 2 === 0 ? 'FIELD' : 'OFFICE')
    await newPerson(test, 'd-boss@example.in', 'ADMIN')
    const many = await ask()
    expect(many.sentences).toEqual(['Saving closes Soil to 212 people: a-field, b-many, c-0 and 209 more'])
    expect(many.reads).toBe(few.reads)
  })
})
