import { Suspense, type ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { AuditEntry, AuditPage as Content } from '#domain/api/audit.ts'
import { auditSubjects, auditWords } from '#domain/audit.ts'
import { entityLabels } from '#domain/catalogue/entity-labels.ts'
import { exportAudit, readAudit } from './audit-api.ts'
import { useMay } from '../api/use-may.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import './audit.css'
import { Button } from '../ui/button.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { saveFile } from '../ui/save-file.ts'
import { AuditFilters } from './audit-filters.tsx'
import { recordLink } from '../masters/list/record-link.ts'
import { Link } from '../ui/link.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

const SealedPart = deferredPart(async () => (await import('./sealed-part.tsx')).SealedPart)
const RetentionPart = deferredPart(async () => (await import('./retention-part.tsx')).RetentionPart)

const labelOf = (action: string): string => t(auditWords[action] ?? action)

const columns = (): readonly Column<AuditEntry>[] => [
  { label: t('When'), cell: ({ at }) => <Moment at={at} /> },
  { label: t('Who'), cell: ({ by }) => by },
  { label: t('What'), cell: ({ action }) => labelOf(action) },
  { label: t('Subject'), cell: (entry) => <About entry={entry} /> },
  {
    label: t('IP address'),
    cell: ({ address }) => (address === 'here' ? t('this server') : (address ?? t('Unknown'))),
  },
  { label: t('Before and after'), cell: (entry) => <Facts entry={entry} /> },
]

/** The audit log, newest first. */
function AuditPage(): ReactNode {
  const page = useLoaderData<Content>()
  const search = useSearchParams()
  const mayExport = useMay()('export', 'audit')
  return (
    <Page
      heading={t('Audit')}
      lead={t('Who did what, when and from where. Entries cannot be changed or deleted.')}
    >
      <ListScreen
        label={t('Audit entries')}
        filters={
          <>
            <AuditFilters>{mayExport && <ExportButton search={search} />}</AuditFilters>
            {page.reached && (
              <p className="field-hint">
                <RichText
                  message="Searched back to <moment></moment>. Continue with the next page, or choose dates."
                  tags={{ moment: () => <Moment at={page.reached!} /> }}
                />
              </p>
            )}
          </>
        }
        page={page}
        pagesOf={t('the audit')}
        // With a field filter the server limits the rows it scans, so a page can be short.
        {...(search.has('field') && { perPage: 0 })}
        table={{ columns: columns(), keyOf: ({ id }) => id }}
        empty={page.reached ? t('No matching entries since then.') : t('No matching entries.')}
      />
      <Suspense>
        <SealedPart />
        <RetentionPart />
      </Suspense>
    </Page>
  )
}

function About({ entry }: { entry: AuditEntry }): ReactNode {
  const { action, entity, record, name } = entry
  const about = entityLabels.find((each) => each.name === entity)
  const kind = t(about?.singular ?? auditSubjects[entity ?? ''] ?? entity ?? 'Nothing')
  if (record === null || entity === null) return about && action.startsWith('export') ? t(about.plural) : kind
  const words = name ?? record
  if (entity === 'roleRights')
    return (
      <span>
        <RichText
          message="Rights of <link>{role}</link>"
          values={{ role: words }}
          tags={{
            link: (text) => <Link to={`/admin/roles?role=${encodeURIComponent(record)}`}>{text}</Link>,
          }}
        />
      </span>
    )
  // A bare id is not readable, and a record without a name has no page.
  if (about === undefined && (entity !== 'account' || name === null)) return name ? `${kind} ${name}` : kind
  const to =
    action === 'delete' ? `/bin?entity=${entity}` : recordLink({ entity, id: record, name: words }, 'history')
  return (
    <span>
      {!words.startsWith(kind) && kind} <Link to={to}>{words}</Link>
    </span>
  )
}

function Facts({ entry }: { entry: AuditEntry }): ReactNode {
  const { facts } = entry
  if (facts.length === 0) return t('None')
  return (
    <details className="audit-facts">
      <summary>
        <RichText
          message="{fields}<readers> of {action} by {name}</readers>"
          values={{ fields: describeFields(entry), action: labelOf(entry.action), name: entry.by }}
          tags={{ readers: (text) => <span className="for-readers">{text}</span> }}
        />
      </summary>
      <dl className="audit-values changed-values">
        {facts.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const maxNamed = 3

/** Lists the changed fields, so that the entry need not be opened to find a change. */
function describeFields({ action, facts }: AuditEntry): string {
  const labels = facts.map(({ label }) => label)
  // A created or deleted record has all its fields in the entry.
  if (labels.length > maxNamed && action !== 'update')
    return t('{count, plural, one {# value} other {# values}}', { count: labels.length })
  const rest = labels.length - maxNamed
  return rest > 0
    ? t('{fields} and {count, number} more', { fields: labels.slice(0, maxNamed).join(', '), count: rest })
    : labels.join(', ')
}

function ExportButton({ search }: { search: URLSearchParams }): ReactNode {
  const { isBusy, submit } = useSubmit({
    send: () => exportAudit(search),
    success: ({ name }) => ({
      text: t('{name} saved', { name }),
      detail: t('The export is recorded in the audit too.'),
    }),
    failure: t('Could not export the audit'),
    onSuccess: ({ name, content }) => saveFile(name, content),
  })
  return (
    <Button busy={isBusy} onClick={() => void submit(undefined)}>
      {isBusy ? t('Exporting…') : t('Export as CSV')}
    </Button>
  )
}

export const auditRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <AuditPage />,
  loader: ({ request: { signal }, url }: LoaderFunctionArgs) =>
    redirectOnBadQuery(url, readAudit(url.searchParams, signal)),
}
