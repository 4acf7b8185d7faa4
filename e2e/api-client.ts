import { expect, type APIRequestContext } from '@playwright/test'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { make } from '#testing/build-record.ts'

export type Values = Record<string, unknown>

/** Reads and saves records through the API as the account of the token. */
export function apiClient(request: APIRequestContext, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const send = async (path: string, data: Values): Promise<Values> => {
    const response = await request.post(path, { data, headers })
    expect(response.ok(), await response.text()).toBe(true)
    return (await response.json()) as Values
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

export type Save = ReturnType<typeof apiClient>['save']

export interface ListPage {
  items: Values[]
  total?: number
}

/** Calls any path of the API as the account of the token. */
export const apiCaller =
  (request: APIRequestContext, token: string) =>
  async <T = Values>(method: 'get' | 'post', path: string, data?: unknown): Promise<T> => {
    const response = await request[method](path, {
      headers: { authorization: `Bearer ${token}` },
      ...(data !== undefined && { data }),
    })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    return (await response.json()) as T
  }

/** Creates a copy of the first record of a list, for this test only. */
export async function cloneFirst(
  api: ReturnType<typeof apiCaller>,
  path: string,
  changes: Values,
): Promise<Values> {
  const [first] = (await api<ListPage>('get', `${path}?limit=1`)).items
  const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...rest } = first!
  return api('post', path, { ...rest, ...changes })
}
