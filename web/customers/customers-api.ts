import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import type { CustomerPage, Timeline } from '#domain/api/visits/customer-page.ts'
import { codeInAddress } from '#domain/visits/customer-path.ts'
import { request, requestFile } from '../api/client.ts'
import { readDocument, readOr } from '../api/read.ts'
import { deleteRecord } from '../api/records.ts'
import { currentSession } from '../api/session.ts'

const pathOf = (code: string): string => `/api/v1/customers/${codeInAddress(code)}`

const requiredMembers = { customer: {}, plan: {}, names: {} }

/** Absent where the account may not read them. */
const optionalMembers: Partial<CustomerPage> = {
  balances: [],
  assignments: [],
  visits: { items: [], names: {}, next: null },
}

export const loadCustomerPage = (code: string, signal: AbortSignal): Promise<CustomerPage> =>
  readDocument<CustomerPage>(`${pathOf(code)}/page`, requiredMembers, { signal }, optionalMembers)

export const loadMoreVisits = (code: string, after: string, signal: AbortSignal): Promise<Timeline> =>
  readOr<Timeline>(
    `${pathOf(code)}/visits`,
    { items: [], names: {}, next: null },
    { query: { after }, signal },
  )

const placePath = '/api/v1/customer-places'

/** Creates, updates or (null) deletes the location of a customer. */
export async function saveLocation(
  code: string,
  existing: RecordNamed<'customerPlace'> | null,
  Place: string | null,
  idempotencyKey: string,
): Promise<void> {
  if (Place === null) {
    if (existing) await deleteRecord(labelsOf('customerPlace'), existing)
  } else if (existing) {
    await request('PATCH', `${placePath}/${existing.id}`, { body: { Place, version: existing.version } })
  } else {
    const headers = { 'idempotency-key': idempotencyKey }
    await request('POST', placePath, { body: { Customer_Code: code, Place }, headers })
  }
}

/** Thumbnails never change. The browser may not store them, so they stay in the memory of the tab until the session ends. */
const thumbnails: { token: string | null; images: Map<string, Blob> } = { token: null, images: new Map() }
const maxThumbnails = 200

/** Fetched with the token, because an `img` element cannot send it. */
export async function loadThumbnail(id: string, signal: AbortSignal): Promise<Blob> {
  const { token } = currentSession()
  if (thumbnails.token !== token) Object.assign(thumbnails, { token, images: new Map() })
  const { images } = thumbnails
  const known = images.get(id)
  if (known) return known
  const image = await requestFile(`/api/v1/photos/${encodeURIComponent(id)}/thumbnail`, { signal })
  if (images.size < maxThumbnails) images.set(id, image)
  return image
}

export const loadPhoto = (id: string, signal: AbortSignal): Promise<Blob> =>
  requestFile(`/api/v1/photos/${encodeURIComponent(id)}`, { signal })
