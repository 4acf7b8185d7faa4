import { expect, type APIRequestContext } from '@playwright/test'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { make } from '#testing/build-record.ts'

export type Values = Record<string, unknown>

/** The firm's API, as the administrator. */
export function firmOf(request: APIRequestContext, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const send = async (path: string, data: Values): Promise<Values> => {
    const answer = await request.post(path, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as Values
  }
  const save = (name: string, data: Values): Promise<Values> =>
    send(`/api/v1/${entityNamed(name).path}`, data)
  return {
    send,
    save,
    read: async (path: string): Promise<{ items: Values[] }> =>
      (await (await request.get(path, { headers })).json()) as { items: Values[] },
    make: (name: string, values: Values = {}): Promise<Values> => make(save, name, values),
  }
}

export type Save = ReturnType<typeof firmOf>['save']
