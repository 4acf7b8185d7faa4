import { useEffect, useRef, type ReactNode } from 'react'
import type { Home, HomePart } from '#domain/api/home.ts'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { forms } from '#domain/contract/forms.ts'
import { qualityRules } from '#domain/data-quality/rules.ts'
import { formatCount } from '#domain/messages/format-count.ts'
import { useMay } from '../api/use-may.ts'
import { outcomeOf } from '../imports/import-format.ts'
import { recordPath } from '../masters/record-path.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { useEntries } from '../search/entries.ts'
import { OneLineEntry } from '../search/one-line-entry.tsx'
import '../ui/badges.css'
import { HomeCard } from './home-card.tsx'
import { t } from '#domain/messages/t.ts'

/** What a person who enters records needs: a line to type, the last records, imports and findings. */
export function OfficeCards({ home, reload }: { home: Home; reload: () => Promise<void> }): ReactNode {
  const may = useMay()
  useReloadOnEntry(reload)
  const canCreate = forms.some(({ entity }) => entity !== 'contactMessage' && may('create', entity))
  return (
    <>
      {canCreate && (
        <section className="card home-card">
          <h2>{t('Enter a record')}</h2>
          <OneLineEntry />
        </section>
      )}
      <HomeCard heading={t('Your last records')} part={home.recent}>
        {({ items }) => <RecentRecords items={items} />}
      </HomeCard>
      <HomeCard heading={t('Unfinished imports')} part={home.imports}>
        {(part) => <OpenImports part={part} />}
      </HomeCard>
      <HomeCard heading={t('Data quality')} part={home.findings}>
        {(part) => <Findings part={part} />}
      </HomeCard>
    </>
  )
}

/** A record that was saved or undone in one line changes the last records. */
function useReloadOnEntry(reload: () => Promise<void>): void {
  const saved = useEntries().filter(({ state }) => state === 'saved').length
  const loaded = useRef(saved)
  useEffect(() => {
    if (saved !== loaded.current) void reload()
    loaded.current = saved
  }, [saved, reload])
}

const actionText = (): Record<string, string> => ({
  create: t('created'),
  update: t('changed'),
  restore: t('restored'),
  delete: t('deleted'),
})

function RecentRecords({ items }: Pick<HomePart<'recent'>, 'items'>): ReactNode {
  if (items.length === 0)
    return (
      <p className="home-dim">
        {t('What you create or change is listed here.')} <Link to="/lists">{t('Open the lists')}</Link>
      </p>
    )
  return (
    <ul className="home-list">
      {items.map(({ entity, id, code, name, action, at }) => {
        const { path, singular } = labelsOf(entity)
        return (
          <li key={id}>
            <span>
              <Link to={recordPath({ path }, id)}>{name ?? code}</Link>
              <small>{[t(singular), name !== null && code].filter(Boolean).join(' · ')}</small>
            </span>
            <small>
              {actionText()[action]} <Moment at={at} />
            </small>
          </li>
        )
      })}
    </ul>
  )
}

function OpenImports({ part: { items, hasMore } }: { part: HomePart<'imports'> }): ReactNode {
  return (
    <>
      {items.length === 0 ? (
        <p className="home-dim">
          {t('No import is waiting.')} <Link to="/imports">{t('Import a file')}</Link>
        </p>
      ) : (
        <ul className="home-list">
          {items.map((job) => (
            <li key={job.id}>
              <span>
                <Link to={`/imports/${job.id}`}>{job.name}</Link>
                <small>
                  {t('{rows, plural, one {# row} other {# rows}} for {entities}', {
                    rows: job.rowCount,
                    entities: t(labelsOf(job.entity).plural),
                  })}
                </small>
              </span>
              <span className="badge badge-planned">
                {outcomeOf({ state: job.state, report: null }).label}
              </span>
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <p>
          <Link to="/imports">{t('All imports')}</Link>
        </p>
      )}
    </>
  )
}

const maxFindings = 5

function Findings({ part: { items, lookedAt } }: { part: HomePart<'findings'> }): ReactNode {
  if (items.length === 0)
    return (
      <p className="home-dim">
        {lookedAt === null ? t('The data was not checked yet.') : t('The last check found nothing.')}{' '}
        <Link to="/admin/health">{t('Open data quality')}</Link>
      </p>
    )
  const total = items.reduce((sum, { found }) => sum + found, 0)
  return (
    <>
      <ul className="home-list">
        {items.slice(0, maxFindings).map(({ rule, found }) => (
          <li key={rule}>
            <Link to={`/admin/health?rule=${encodeURIComponent(rule)}`}>
              {t(qualityRules.find(({ id }) => id === rule)?.title ?? rule)}
            </Link>
            <b>{formatCount(found)}</b>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/admin/health">
          {t('{total, plural, one {# finding in all} other {# findings in all}}', { total })}
        </Link>
      </p>
    </>
  )
}
