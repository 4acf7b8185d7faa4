import type { ApiToken, NewApiToken } from '#domain/access/api-token.ts'
import type { Scope } from '#domain/access/rights.ts'
import { request } from './client.ts'

export interface WantedToken {
  name: string
  role: string
  places: Scope
  expiresOn: string
}

export async function listApiTokens(signal: AbortSignal): Promise<ApiToken[]> {
  return (await request<{ items: ApiToken[] }>('GET', '/api/v1/api-tokens', { signal })).items
}

export const makeApiToken = (body: WantedToken): Promise<NewApiToken> =>
  request<NewApiToken>('POST', '/api/v1/api-tokens', { body })

export const revokeApiToken = ({ id }: ApiToken): Promise<void> =>
  request<void>('DELETE', `/api/v1/api-tokens/${id}`)
