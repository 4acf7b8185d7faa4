import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { formFor } from '#domain/contract/forms.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Who refers to a record, through which field, and the first few by name: as the server tells it. */
interface Usage {
  path: string
  field: string
  count: number
  records: { id: string; name: string }[]
}

function isUsage(value: unknown): value is Usage {
  const { path, field, records } = (value ?? {}) as Partial<Usage>
  return typeof path === 'string' && typeof field === 'string' && Array.isArray(records)
}

interface InUseProps {
  entity: Entity
  record: StoredRecord
  usedBy: readonly unknown[]
  onClose: () => void
}

/** Why something cannot be deleted: what uses it, in words, with the way there. */
export function InUse({ entity, record, usedBy, onClose }: InUseProps): ReactNode {
  return (
    <Dialog heading={`${nameRecord(entity, record)} is in use`} onClose={onClose}>
      <div className="stack">
        <p>It is not deleted, because these refer to it. Change or delete them first.</p>
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
  const words = `${count} ${(count === 1 ? user?.singular : user?.plural)?.toLowerCase() ?? path}`
  const route = user && formFor(user.name)?.route
  const only = new URLSearchParams(reference ? { [field]: String(record[reference.field]) } : {})
  const more = count - records.length
  return (
    <>
      {route ? <Link to={`${route}?${only.toString()}`}>{words}</Link> : words} through {label}:{' '}
      {records.map((each) => each.name).join(', ')}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
