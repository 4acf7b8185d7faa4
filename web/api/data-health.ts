import type { DataHealth, ExceptedFinding, Finding, Findings } from '#domain/health/data-health.ts'
import { request } from './client.ts'
import { readOr } from './read.ts'

const path = '/api/v1/data-health'

export const readDataHealth = (signal?: AbortSignal): Promise<DataHealth> =>
  readOr<DataHealth>(path, { lookedAt: null, isLooking: false, items: [] }, signal ? { signal } : {})

export const lookAgain = (): Promise<DataHealth> => request<DataHealth>('POST', `${path}/look-again`)

export const listFindings = (
  rule: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<Findings> =>
  readOr<Findings>(
    `${path}/${rule}`,
    { found: null, items: [], next: null, trend: [] },
    { query: { after }, signal },
  )

export const fixFinding = (rule: string, { id }: Finding, value?: string): Promise<{ words: string }> =>
  request<{ words: string }>('POST', `${path}/${rule}/fix`, {
    body: { id, ...(value !== undefined && { value }) },
  })

export async function exceptFinding(rule: string, { id }: Finding, reason: string): Promise<void> {
  await request('POST', `${path}/${rule}/except`, { body: { id, reason } })
}

export const listExceptions = (rule: string): Promise<{ items: ExceptedFinding[]; next: string | null }> =>
  readOr(`${path}/${rule}/except`, { items: [] as ExceptedFinding[], next: null })

export async function takeBackException(rule: string, { id }: ExceptedFinding): Promise<void> {
  await request('DELETE', `${path}/${rule}/except/${id}`)
}
