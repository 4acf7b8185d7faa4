import type { ApiToken, NewApiToken, TokenRequest } from '#domain/api/accounts/api-tokens.ts'
import { request } from '../api/client.ts'
import { readItems } from '../api/read.ts'

export const listApiTokens = (signal: AbortSignal): Promise<ApiToken[]> =>
  readItems<ApiToken>('/api/v1/api-tokens', { signal })

export const createApiToken = (body: TokenRequest): Promise<NewApiToken> =>
  request<NewApiToken>('POST', '/api/v1/api-tokens', { body })

export const revokeApiToken = ({ id }: ApiToken): Promise<void> =>
  request<void>('DELETE', `/api/v1/api-tokens/${id}`)
