import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { codeInAddress, type CustomerPage, type Timeline } from '#domain/visits/customer-page.ts'
import { request, requestFile } from './client.ts'
import { readDocument, readOr } from './read.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { deleteRecord } from './records.ts'

const pathOf = (code: string): string => `/api/v1/customers/${codeInAddress(code)}`

const needed: Partial<CustomerPage> = {
  customer: {} as CustomerPage['customer'],
  plan: {} as CustomerPage['plan'],
  names: {},
}

/** Absent where the account may not read them. */
const optional: Partial<CustomerPage> = {
  balances: [],
  assignments: [],
  visits: { items: [], next: null },
}

export const loadCustomerPage = (code: string, signal: AbortSignal): Promise<CustomerPage> =>
  readDocument<CustomerPage>(`${pathOf(code)}/page`, needed, { signal }, optional)

export const loadMoreVisits = (code: string, after: string): Promise<Timeline> =>
  readOr<Timeline>(`${pathOf(code)}/visits`, { items: [], next: null }, { query: { after } })

const placePath = '/api/v1/customer-places'

/** Where a customer is found; what was known before is changed, and null forgets it. */
export async function savePlace(
  code: string,
  known: StoredRecord | null,
  Place: string | null,
): Promise<void> {
  if (Place === null) {
    if (known) await deleteRecord(entityNamed('customerPlace'), known)
  } else if (known) {
    await request('PATCH', `${placePath}/${known.id}`, { body: { Place, version: known.version } })
  } else {
    const headers = { 'idempotency-key': newIdempotencyKey() }
    await request('POST', placePath, { body: { Customer_Code: code, Place }, headers })
  }
}

/** A picture is for those who are logged in, and an image element cannot say who asks. */
export function loadPhoto(id: string, signal: AbortSignal): Promise<Blob> {
  return requestFile(`/api/v1/photos/${encodeURIComponent(id)}`, { signal })
}
