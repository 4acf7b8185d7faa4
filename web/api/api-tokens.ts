import type { ApiToken, NewApiToken } from '#domain/access/api-token.ts'
import type { Scope } from '#domain/access/rights.ts'
import { request } from './client.ts'
import { readItems } from './read.ts'

export interface WantedToken {
  name: string
  role: string
  places: Scope
  expiresOn: string
}

export const listApiTokens = (signal: AbortSignal): Promise<ApiToken[]> =>
  readItems<ApiToken>('/api/v1/api-tokens', { signal })

export const makeApiToken = (body: WantedToken): Promise<NewApiToken> =>
  request<NewApiToken>('POST', '/api/v1/api-tokens', { body })

export const revokeApiToken = ({ id }: ApiToken): Promise<void> =>
  request<void>('DELETE', `/api/v1/api-tokens/${id}`)
