import type { ErasureReport, PersonEntity } from '#domain/api/personal-data.ts'
import { fetchResponse, request } from '../../api/client.ts'

/** The record or account of a person. */
export interface PersonOf {
  entity: PersonEntity
  id: string
}

const paths: Record<PersonEntity, string> = {
  customer: '/api/v1/customers',
  employee: '/api/v1/employees',
  staffUser: '/api/v1/users',
  account: '/api/admin/users',
}

const pathOf = ({ entity, id }: PersonOf): string => `${paths[entity]}/${encodeURIComponent(id)}`

export async function exportPersonalData(person: PersonOf): Promise<{ name: string; content: Blob }> {
  const response = await fetchResponse('GET', `${pathOf(person)}/personal-data`, {})
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: name ?? 'personal-data.json', content: await response.blob() }
}

/** Without a reason: a dry run. */
export const erasePersonalData = (person: PersonOf, reason?: string): Promise<ErasureReport> =>
  request<ErasureReport>('POST', `${pathOf(person)}/erase`, {
    body: reason === undefined ? { dryRun: true } : { reason },
  })
