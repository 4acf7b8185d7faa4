import type { ErasureReport } from '#domain/api/personal-data.ts'
import { fetchResponse, request } from '../../api/client.ts'

const pathOf = (id: string): string => `/api/v1/customers/${encodeURIComponent(id)}`

export async function exportPersonalData(id: string): Promise<{ name: string; content: Blob }> {
  const response = await fetchResponse('GET', `${pathOf(id)}/personal-data`, {})
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: name ?? 'personal-data.json', content: await response.blob() }
}

/** Without a reason: a dry run. */
export const erasePersonalData = (id: string, reason?: string): Promise<ErasureReport> =>
  request<ErasureReport>('POST', `${pathOf(id)}/erase`, {
    body: reason === undefined ? { dryRun: true } : { reason },
  })
