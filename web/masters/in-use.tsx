import type { ReactNode } from 'react'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { formFor } from '#domain/contract/form-of.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Link } from '../ui/link.tsx'
import { RichText } from '../messages/rich-text.tsx'
import { wordFor } from './label-in-sentence.ts'
import { t } from '#domain/messages/t.ts'
import './in-use.css'

/** References to a record through one field, with the first few records, as the server returns them. */
interface Usage {
  path: string
  field: string
  count: number
  records: { id: string; name: string; title?: string | null }[]
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
    <Dialog heading={t('{name} is in use', { name: nameRecord(entity, record) })} onClose={onClose}>
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

const linkTo =
  (to: string | undefined) =>
  (text: string): ReactNode =>
    to ? <Link to={to}>{text}</Link> : text

function UsedBy({ path, field, count, records, record }: Usage & { record: StoredRecord }): ReactNode {
  const user = entityAtPath(path)
  const reference = user?.fields[field]?.reference
  const declared = user?.fields[field]
  const route = user && formFor(user.name)?.route
  const filter = new URLSearchParams(reference ? { [field]: showPlain(record[reference.field] ?? null) } : {})
  const more = count - records.length
  return (
    <RichText
      message={
        more > 0
          ? '<records>{count} {noun}</records> through {label}: {names} and {more} more'
          : '<records>{count} {noun}</records> through {label}: {names}'
      }
      values={{
        count,
        noun: user ? wordFor(user, count) : path,
        label: declared ? t(declared.label) : field,
        names: records.map(({ name, title }) => (title ? `${name} (${title})` : name)).join(', '),
        more,
      }}
      tags={{ records: linkTo(route && `${route}?${filter.toString()}`) }}
    />
  )
}
