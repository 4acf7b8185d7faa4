import type { NamedRecord } from '#domain/api/data-quality.ts'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import type { CustomerTab } from '#domain/visits/customer-path.ts'
import { recordPath } from '../record-path.ts'

/** The page of a record, of a customer at the tab; for an account, the filtered list of accounts. */
export const recordLink = ({ entity, id, name }: NamedRecord, customerTab?: CustomerTab): string =>
  entity === 'account'
    ? `/admin/users?${new URLSearchParams({ q: /\((.*)\)$/.exec(name)?.[1] ?? name }).toString()}`
    : recordPath(labelsOf(entity), id, customerTab)
