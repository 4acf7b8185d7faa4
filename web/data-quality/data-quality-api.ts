import type {
  DataQuality,
  ExceptedFinding,
  ExceptedFindings,
  Finding,
  Findings,
  FixAllReport,
} from '#domain/api/data-quality.ts'
import { request } from '../api/client.ts'
import { readOr } from '../api/read.ts'

const path = '/api/v1/data-quality'

export const readDataQuality = (signal?: AbortSignal): Promise<DataQuality> =>
  readOr<DataQuality>(path, { lookedAt: null, isLooking: false, items: [] }, signal ? { signal } : {})

export const checkAgain = (): Promise<DataQuality> => request<DataQuality>('POST', `${path}/check`)

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

export const fixAllFindings = (rule: string, dryRun: boolean): Promise<FixAllReport> =>
  request<FixAllReport>('POST', `${path}/${rule}/fix-all`, { body: { dryRun } })

export async function exceptFinding(rule: string, { id }: Finding, reason: string): Promise<void> {
  await request('POST', `${path}/${rule}/exceptions`, { body: { id, reason } })
}

export const listExceptions = (rule: string, signal: AbortSignal): Promise<ExceptedFindings> =>
  readOr(`${path}/${rule}/exceptions`, { items: [], next: null }, { signal })

export async function removeException(rule: string, { id }: ExceptedFinding): Promise<void> {
  await request('DELETE', `${path}/${rule}/exceptions/${id}`)
}
