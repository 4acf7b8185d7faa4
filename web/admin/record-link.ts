import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { NamedRecord } from '#domain/health/data-health.ts'

/** Where everything about a record stands; an account stands among the accounts. */
export const recordLink = ({ entity, id, name }: NamedRecord): string =>
  entity === 'account'
    ? `/admin/users?${new URLSearchParams({ q: /\((.*)\)$/.exec(name)?.[1] ?? name }).toString()}`
    : `/records/${entityNamed(entity).path}/${id}`
