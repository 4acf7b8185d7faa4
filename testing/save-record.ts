import { expect } from 'vitest'
import type { Json, TestApp } from './test-app.ts'

/** Creates a record through the API; fails with its answer if that is refused. */
export async function saveRecord(test: Pick<TestApp, 'request'>, path: string, input: Json): Promise<Json> {
  const { status, body } = await test.request('POST', `/api/v1/${path}`, input)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Another state of the same zone, with a pool, station and city. */
export async function otherState(
  test: Pick<TestApp, 'make'>,
  { Country_Code, Zone_Code }: Json,
): Promise<Json> {
  const { State_Code } = await test.make('state', { Zone_Code })
  const { Pool_Code } = await test.make('pool', { State_Code })
  const { Station_Code } = await test.make('station', { Pool_Code })
  const { City_Code } = await test.make('city', { Country_Code, State_Code })
  return { Country_Code, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code }
}
