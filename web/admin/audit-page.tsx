import { useState, type ReactNode } from 'react'
import {
  Link,
  useLoaderData,
  useNavigation,
  useSearchParams,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { auditSubjects, auditWords, type AuditEntry, type AuditPage as Content } from '#domain/audit.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { exportAudit, readAudit } from '../api/audit.ts'
import { useMay } from '../api/use-may.ts'
import { ListPages } from '../entity/list-pages.tsx'
import { orAll } from '../entity/way-out.ts'
import '../styles/entity.css'
import '../styles/audit.css'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { AuditFilters } from './audit-filters.tsx'
import { recordLink } from './record-link.ts'

const columns: readonly Column<AuditEntry>[] = [
  { label: 'When', cell: ({ at }) => <Moment at={at} /> },
  { label: 'Who', cell: ({ by }) => by },
  { label: 'What', cell: ({ action }) => auditWords[action] ?? action },
  { label: 'About', cell: (entry) => <About entry={entry} /> },
  { label: 'From where', cell: ({ address }) => address ?? 'Not said' },
  { label: 'Before and after', cell: (entry) => <Facts entry={entry} /> },
]

/** Who did what, when, from where, the newest first. */
function AuditPage(): ReactNode {
  const page = useLoaderData<Content>()
  const { state } = useNavigation()
  const [search] = useSearchParams()
  const mayExport = useMay()('export', 'audit')
  return (
    <Page
      heading="Audit"
      lead="Who did what, when and from where. Nobody can change or delete what stands here."
    >
      <div className="stack">
        <AuditFilters>{mayExport && <ExportButton search={search} />}</AuditFilters>
        {page.reached && (
          <p className="field-hint">
            Looked back to <Moment at={page.reached} />. Go on with the next page, or choose days.
          </p>
        )}
        {page.items.length === 0 ? (
          <p className="list-empty">Nothing that was done{page.reached ? ' since then' : ''} fits here.</p>
        ) : (
          <DataTable
            caption="What was done"
            columns={columns}
            rows={page.items}
            keyOf={({ id }) => id}
            isBusy={state !== 'idle'}
          />
        )}
        <ListPages
          page={page}
          label="Pages of the audit"
          // By a value, a page ends where looking for it did.
          {...(search.has('field') && { perPage: 0 })}
        />
      </div>
    </Page>
  )
}

function About({ entry }: { entry: AuditEntry }): ReactNode {
  const { action, entity, record, name } = entry
  const about = catalogue.find((each) => each.name === entity)
  const kind = about?.singular ?? auditSubjects[entity ?? ''] ?? entity ?? 'Nothing'
  if (record === null || entity === null) return about && action.startsWith('export') ? about.plural : kind
  const words = name ?? record
  if (entity === 'roleRights')
    return (
      <span>
        Rights of <Link to={`/admin/roles?role=${encodeURIComponent(record)}`}>{words}</Link>
      </span>
    )
  // An id says nothing to a person, and what is not known by name has no page.
  if (about === undefined && (entity !== 'account' || name === null)) return name ? `${kind} ${name}` : kind
  const to = action === 'delete' ? `/bin?entity=${entity}` : recordLink({ entity, id: record, name: words })
  return (
    <span>
      {!words.startsWith(kind) && kind} <Link to={to}>{words}</Link>
    </span>
  )
}

function Facts({ entry }: { entry: AuditEntry }): ReactNode {
  const { facts } = entry
  if (facts.length === 0) return 'None'
  return (
    <details className="audit-facts">
      <summary>
        {labelsOf(entry)}
        <span className="for-readers">
          {' '}
          of {auditWords[entry.action]} by {entry.by}
        </span>
      </summary>
      <dl className="audit-values">
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

const mostNamed = 3

/** Which values, so that nobody opens every line to find the one that changed a phone. */
function labelsOf({ action, facts }: AuditEntry): string {
  const labels = facts.map(({ label }) => label)
  // Of what is new or gone, all of it is.
  if (labels.length > mostNamed && action !== 'update') return `${labels.length} values`
  const rest = labels.length - mostNamed
  return rest > 0 ? `${labels.slice(0, mostNamed).join(', ')} and ${rest} more` : labels.join(', ')
}

function ExportButton({ search }: { search: URLSearchParams }): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      const { name, content } = await exportAudit(search)
      saveFile(name, content)
      notify({ tone: 'good', text: `${name} is saved`, detail: 'That you took it stands in the audit, too.' })
    } catch (error) {
      notify({ tone: 'bad', text: 'Nothing is exported', detail: sentenceOf(error) })
    }
    setBusy(false)
  }
  return (
    <Button busy={isBusy} onClick={() => void save()}>
      {isBusy ? 'Exporting…' : 'Export as CSV'}
    </Button>
  )
}

export const auditRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <AuditPage />,
  loader: ({ request: { signal }, url }: LoaderFunctionArgs) =>
    orAll(url, readAudit(url.searchParams, signal)),
}
