import type { ReactNode } from 'react'
import type { AuditHead } from '#domain/api/audit.ts'
import { RichText } from '../messages/rich-text.tsx'
import { Button } from '../ui/button.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Moment } from '../ui/moment.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useQuery } from '../ui/use-query.ts'
import { readAuditHead } from './audit-api.ts'
import { t } from '#domain/messages/t.ts'

/** Up to where the audit is sealed, and its head as a file to keep elsewhere. */
export function SealedPart(): ReactNode {
  const { data: head, error, reload } = useQuery([], readAuditHead)
  if (error) return <LoadError error={error} onRetry={() => void reload()} />
  if (!head) return null
  if (head.sealedAt === null)
    return <p className="field-hint">{t('No entry is sealed yet. Entries are sealed once a minute.')}</p>
  return (
    <section className="audit-sealed" aria-label={t('Sealed entries')}>
      <p className="field-hint">
        <RichText
          message="{count, plural, one {# entry is} other {# entries are}} sealed, up to <moment></moment>. Keep the checksum outside of this server: with it, <code>npm run audit -- verify --head</code> shows whether an entry was changed or deleted in the database."
          values={{ count: head.total }}
          tags={{
            moment: () => <Moment at={head.sealedAt!} />,
            code: (text) => <code>{text}</code>,
          }}
        />
      </p>
      <Button onClick={() => saveHead(head)}>{t('Save the checksum')}</Button>
    </section>
  )
}

const saveHead = (head: AuditHead): void =>
  saveFile(
    `audit-head-${head.number}.json`,
    new Blob([`${JSON.stringify(head, null, 2)}\n`], { type: 'application/json' }),
  )
