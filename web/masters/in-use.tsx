import type { ReactNode } from 'react'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { formFor } from '#domain/contract/forms.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** References to a record through one field, with the first few records, as the server returns them. */
interface Usage {
  path: string
  field: string
  count: number
  records: { id: string; name: string }[]
}

function isUsage(value: unknown): value is Usage {
  const { path, field, records }: { [Name in keyof Usage]?: unknown } = Object(value)
  return typeof path === 'string' && typeof field === 'string' && Array.isArray(records)
}

interface InUseProps {
  entity: Entity
  record: StoredRecord
  usedBy: readonly unknown[]
  onClose: () => void
}

/** Explains why a record cannot be deleted: the references to it, with links. */
export function InUse({ entity, record, usedBy, onClose }: InUseProps): ReactNode {
  return (
    <Dialog heading={`${nameRecord(entity, record)} is in use`} onClose={onClose}>
      <div className="stack">
        <p>{t('It cannot be deleted, because these records refer to it. Change or delete them first.')}</p>
        <ul className="used-by">
          {usedBy.filter(isUsage).map((usage) => (
            <li key={`${usage.path} ${usage.field}`}>
              <UsedBy {...usage} record={record} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function UsedBy({ path, field, count, records, record }: Usage & { record: StoredRecord }): ReactNode {
  const user = entityAtPath(path)
  const reference = user?.fields[field]?.reference
  const label = user?.fields[field]?.label ?? field
  const countText = `${count} ${(count === 1 ? user?.singular : user?.plural)?.toLowerCase() ?? path}`
  const route = user && formFor(user.name)?.route
  const filter = new URLSearchParams(reference ? { [field]: showPlain(record[reference.field] ?? null) } : {})
  const more = count - records.length
  return (
    <>
      {route ? <Link to={`${route}?${filter.toString()}`}>{countText}</Link> : countText} through {label}:{' '}
      {records.map((each) => each.name).join(', ')}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
