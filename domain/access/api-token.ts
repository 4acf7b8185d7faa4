import type { Place } from './rights.ts'

/** What a program of the firm logs in with, as an administrator sees it. */
export interface ApiToken {
  id: string
  name: string
  role: string
  /** Without a name: it is gone, and another one with its code is not seen. */
  places: 'everything' | readonly (Place & { name?: string })[]
  createdAt: string
  createdBy: string
  /** Why whoever made it could not make another one; null: they could. The token works all the same. */
  makerIs: 'deleted' | 'disabled' | 'no administrator' | null
  expiresAt: string
  usedAt: string | null
  usedFrom: string | null
  revokedAt: string | null
}

/** The only time the token itself is told. */
export interface NewApiToken extends ApiToken {
  token: string
}

export const mostDaysOfToken = 366
