import type { ReactNode } from 'react'
import type { Retention } from '#domain/api/personal-data.ts'
import { LoadError } from '../ui/load-error.tsx'
import { useQuery } from '../ui/use-query.ts'
import { readRetention } from './audit-api.ts'
import { t } from '#domain/messages/t.ts'

/** How long data is kept, by the settings of the server. */
export function RetentionPart(): ReactNode {
  const { data: retention, error, reload } = useQuery([], readRetention)
  if (error) return <LoadError error={error} onRetry={() => void reload()} />
  if (!retention) return null
  return (
    <details className="audit-facts">
      <summary>{t('How long data is kept')}</summary>
      <dl className="audit-values">
        {linesOf(retention).map(([label, kept]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{kept}</dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">{t('These are settings of the server, such as KEEP_PHOTOS_DAYS.')}</p>
    </details>
  )
}

function linesOf(retention: Retention): [label: string, kept: string][] {
  const days = (count: number | null): string =>
    count === null
      ? t('until it is deleted or erased')
      : t('{count, plural, one {# day} other {# days}}', { count })
  return [
    [t('Positions of visits'), days(retention.locations)],
    [t('Photos of visits'), days(retention.photos)],
    [t('Rows of imported files'), days(retention.importRows)],
    [t('Devices that accounts logged in from'), days(retention.logIns)],
    [t('Notifications'), days(retention.notifications)],
    [t('Webhook deliveries'), days(retention.webhookDeliveries)],
    [
      t('Backups'),
      retention.backups === null ? t('by the settings of your backup tool') : days(retention.backups),
    ],
    [t('Entries of the history and the audit'), t('for good: values are erased, entries are not')],
  ]
}
