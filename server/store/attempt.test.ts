import { expect, it } from 'vitest'
import { Problem } from '#domain/problem.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp } from '#testing/test-app.ts'
import { createInTransaction } from '../records/record-service.ts'
import { attemptEach } from './attempt.ts'

it.each(databaseNames)(
  'saves on %s each item that succeeds, in order, with its history',
  async (database) => {
    const test = await openTestApp(database)
    await test.make('country', { Country_Code: 'IN' })
    const codes = ['A', 'B', 'a', 'C', '', 'D', 'd']
    const results = await test.store.transaction((tx) =>
      attemptEach(
        tx,
        codes,
        async (code) => {
          const zone = { Zone_Code: code, Zone_Name: 'Zone', Country_Code: 'IN' }
          return `made ${String((await createInTransaction(test.ctx, tx, 'zone', zone))['Zone_Code'])}`
        },
        (code, error) =>
          error instanceof Problem ? error.message : `${code} ${test.store.dialect.explain(error)?.kind}`,
      ),
    )
    expect(results).toEqual([
      'made A',
      'made B',
      'a duplicate',
      'made C',
      'Zone Code is required',
      'made D',
      'd duplicate',
    ])
    const { body } = await test.request('GET', '/api/v1/zones')
    expect(body.items.map((zone: { Zone_Code: string }) => zone.Zone_Code)).toEqual(['A', 'B', 'C', 'D'])
    for (const { id } of body.items)
      expect((await test.request('GET', `/api/v1/zones/${id}/history`)).body.items).toHaveLength(1)
    await test.close()
  },
)
