import { expect, type APIRequestContext } from '@playwright/test'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Field } from '#domain/catalogue/field.ts'
import { make } from '#testing/build-record.ts'

type Input = Record<string, unknown>

/** A record of every entity, made through the API; `write` may put other values in. Those that are there already stay. */
export async function makeOneOfEach(
  request: APIRequestContext,
  token: string,
  write: (field: Field, value: unknown) => unknown = (_, value) => value,
): Promise<Map<string, Input>> {
  const headers = { authorization: `Bearer ${token}` }
  const made = new Map<string, Input>()
  const save = async (name: string, input: Input): Promise<Input> => {
    const { fields, path } = entityNamed(name)
    const written = Object.entries(input).map(([field, value]) => [field, write(fields[field]!, value)])
    const answer = await request.post(`/api/v1/${path}`, { data: Object.fromEntries(written), headers })
    expect(answer.status(), `${name}: ${await answer.text()}`).toBe(201)
    return (await answer.json()) as Input
  }
  // A visit is recorded on a path of its own.
  for (const { name } of catalogue.filter((each) => each.name !== 'visit'))
    if (!made.has(name)) await make(save, name, {}, made)
  return made
}
