import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import { forms } from '#domain/contract/forms.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Who refers to a record, through which field, and the first few by name: as the server tells it. */
export interface Usage {
  path: string
  field: string
  count: number
  records: { id: string; name: string }[]
}

export function isUsage(value: unknown): value is Usage {
  const { path, field, records } = (value ?? {}) as Partial<Usage>
  return typeof path === 'string' && typeof field === 'string' && Array.isArray(records)
}

interface InUseProps {
  name: string
  usedBy: readonly Usage[]
  onClose: () => void
}

/** Why something cannot be deleted: what uses it, in words, with the way there. */
export function InUse({ name, usedBy, onClose }: InUseProps): ReactNode {
  return (
    <Dialog heading={`${name} is in use`} onClose={onClose}>
      <div className="stack">
        <p>It is not deleted, because these refer to it. Change or delete them first.</p>
        <ul className="used-by">
          {usedBy.map((usage) => (
            <li key={`${usage.path} ${usage.field}`}>
              <UsedBy {...usage} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function UsedBy({ path, field, count, records }: Usage): ReactNode {
  const user = entityAtPath(path)
  const label = user?.fields[field]?.label ?? field
  const words = `${count} ${(count === 1 ? user?.singular : user?.plural)?.toLowerCase() ?? path}`
  const route = forms.find((form) => form.entity === user?.name)?.route
  const more = count - records.length
  return (
    <>
      {route ? <Link to={route}>{words}</Link> : words} through {label}:{' '}
      {records.map((each) => each.name).join(', ')}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
