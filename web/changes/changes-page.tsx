import { useState, type ReactNode } from 'react'
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import type { BatchPage, BatchView, UndoReport } from '#domain/api/changes/batches.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { listBatches } from './batches-api.ts'
import { useMay } from '../api/use-may.ts'
import { rowsPerPage, useListLinks } from '../masters/list/list-links.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import '../ui/badges.css'
import '../styles/records.css'
import '../styles/changes.css'
import '../styles/lists.css'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { ChangedRecords, SkippedRecords } from './changed-records.tsx'
import { undoChanges } from './undo-batch.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const stateLabels: Readonly<Record<BatchView['state'], string>> = {
  open: 'in progress',
  done: 'done',
  undone: 'undone',
  'partly undone': 'partly undone',
}

/** All batches, the latest first, each with an undo. */
function ChangesPage(): ReactNode {
  const page = useLoaderData<BatchPage>()
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const entity = search.get('entity') ?? ''
  const chosen = catalogue.find(({ name }) => name === entity)
  return (
    <Page
      heading={t('Bulk changes')}
      lead={t(
        'Bulk edits, imports and merges, the latest first. Each can be undone as a whole; records changed since are skipped.',
      )}
    >
      <ListScreen
        label={t('Bulk changes')}
        tools={
          <label className="list-size">
            Show
            <select
              className="control"
              name="entity"
              value={entity}
              onChange={(event) => void navigate(changed({ entity: event.target.value || null }))}
            >
              <option value="">{t('All records')}</option>
              {catalogue
                .toSorted((one, other) => one.plural.localeCompare(other.plural))
                .map(({ name, plural }) => (
                  <option key={name} value={name}>
                    {plural}
                  </option>
                ))}
            </select>
          </label>
        }
        action={
          <span className="links">
            <Link to={chosen ? `/lists/${chosen.path}` : '/lists'}>
              {chosen ? chosen.plural : t('All lists')}
            </Link>
            <Link to={chosen ? `/bin?entity=${chosen.name}` : '/bin'}>{t('Bin')}</Link>
          </span>
        }
        page={page}
        pagesOf="changes"
        table={showBatches}
        empty={`No bulk changes ${chosen ? `of ${chosen.plural.toLowerCase()} ` : ''}yet.`}
      />
    </Page>
  )
}

const showBatches = (batches: readonly BatchView[]): ReactNode => (
  <ol className="changes">
    {batches.map((batch) => (
      <li key={batch.id}>
        <Change batch={batch} />
      </li>
    ))}
  </ol>
)

function Change({ batch }: { batch: BatchView }): ReactNode {
  const may = useMay()
  const { revalidate } = useRevalidator()
  const { isBusy, runOnce } = useBusy()
  const [isOpen, setOpen] = useState(false)
  const [report, setReport] = useState<UndoReport | null>(null)
  const canUndo = may('update', 'batch') && (batch.state === 'done' || batch.state === 'partly undone')
  const undo = async (): Promise<void> => {
    const found = await runOnce(() => undoChanges(batch.id, revalidate))
    if (found && found.leftCount > 0) setReport(found)
  }
  return (
    <article className="change" aria-label={batch.title}>
      <div className="change-words">
        <h2>{batch.title}</h2>
        <p>
          <span className="badge">{batch.kind}</span> <Moment at={batch.at} /> by {batch.by}
          {batch.state !== 'done' && (
            <>
              {' · '}
              <strong>{stateLabels[batch.state]}</strong>
              {batch.undoneAt && (
                <>
                  {' '}
                  <Moment at={batch.undoneAt} />
                  {batch.undoneBy && ` by ${batch.undoneBy}`}
                </>
              )}
            </>
          )}
        </p>
      </div>
      {canUndo && (
        <Button busy={isBusy} aria-label={`Undo: ${batch.title}`} onClick={() => void undo()}>
          {isBusy ? t('Undoing…') : t('Undo')}
        </Button>
      )}
      <details className="change-records" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('Records')}</summary>
        {isOpen && <ChangedRecords id={batch.id} />}
      </details>
      {report && <SkippedRecords report={report} onClose={() => setReport(null)} />}
    </article>
  )
}

export const changesRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <ChangesPage />,
  loader: ({ request, url }: LoaderFunctionArgs): Promise<BatchPage> =>
    redirectOnBadQuery(
      url,
      listBatches(
        {
          entity: url.searchParams.get('entity') ?? undefined,
          after: url.searchParams.get('after') ?? undefined,
          limit: rowsPerPage,
        },
        request.signal,
      ),
    ),
}
