import { expect, type APIRequestContext } from '@playwright/test'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Field } from '#domain/catalogue/field.ts'
import { make } from '#testing/build-record.ts'

type Input = Record<string, unknown>

/** Creates a record of every entity through the API; `write` may replace values. */
export async function makeOneOfEach(
  request: APIRequestContext,
  token: string,
  write: (field: Field, value: unknown) => unknown = (_, value) => value,
): Promise<Map<string, Input>> {
  const headers = { authorization: `Bearer ${token}` }
  const created = new Map<string, Input>()
  const save = async (name: string, input: Input): Promise<Input> => {
    const { fields, path } = entityNamed(name)
    const written = Object.entries(input).map(([field, value]) => [field, write(fields[field]!, value)])
    const response = await request.post(`/api/v1/${path}`, { data: Object.fromEntries(written), headers })
    expect(response.status(), `${name}: ${await response.text()}`).toBe(201)
    return (await response.json()) as Input
  }
  // A visit is created through another path.
  for (const { name } of catalogue.filter((each) => each.name !== 'visit'))
    if (!created.has(name)) await make(save, name, checkedOnSave(name, created), created)
  return created
}

/** Values that are checked by more than the kind of their field. */
function checkedOnSave(name: string, created: ReadonlyMap<string, Input>): Input {
  if (name === 'workingTime') return { Start_Time: '09:30', End_Time: '18:00', Days_Off: 'sunday' }
  if (name === 'leave') return { From_Date: '2026-12-21', To_Date: '2026-12-24' }
  if (name === 'workPlan') return { From_Date: '2026-12-01', To_Date: '2026-12-31', State: 'draft' }
  if (name !== 'workPlanStop') return {}
  return { Plan_ID: created.get('workPlan')?.['Plan_ID'], Visit_Date: '2026-12-02', Start_Time: '10:00' }
}
