import { useState, type ReactNode } from 'react'
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import type { BatchPage, BatchView, UndoReport } from '#domain/api/changes/batches.ts'
import { entityLabels } from '#domain/catalogue/entity-labels.ts'
import { listBatches } from './batches-api.ts'
import { useMay } from '../api/use-may.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import { rowsPerPage, useListLinks } from '../masters/list/list-links.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import '../ui/badges.css'
import '../styles/changes.css'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { ChangedRecords, SkippedRecords } from './changed-records.tsx'
import { undoChanges } from './undo-batch.ts'
import { Link } from '../ui/link.tsx'
import { RichText } from '../messages/rich-text.tsx'
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
  const chosen = entityLabels.find(({ name }) => name === entity)
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
            {t('Show')}
            <select
              className="control"
              name="entity"
              value={entity}
              onChange={(event) => void navigate(changed({ entity: event.target.value || null }))}
            >
              <option value="">{t('All records')}</option>
              {entityLabels
                .toSorted((one, other) => t(one.plural).localeCompare(t(other.plural)))
                .map(({ name, plural }) => (
                  <option key={name} value={name}>
                    {t(plural)}
                  </option>
                ))}
            </select>
          </label>
        }
        action={
          <span className="links">
            <Link to={chosen ? `/lists/${chosen.path}` : '/lists'}>
              {t(chosen ? chosen.plural : 'All lists')}
            </Link>
            <Link to={chosen ? `/bin?entity=${chosen.name}` : '/bin'}>{t('Bin')}</Link>
          </span>
        }
        page={page}
        pagesOf={t('changes')}
        table={showBatches}
        empty={
          chosen
            ? t('No bulk changes of {records} yet.', { records: labelInSentence(t(chosen.plural)) })
            : t('No bulk changes yet.')
        }
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
          <span className="badge">{t(batch.kind)}</span>{' '}
          <RichText
            message="<moment></moment> by {name}"
            values={{ name: batch.by }}
            tags={{ moment: () => <Moment at={batch.at} /> }}
          />
          {batch.state !== 'done' && (
            <>
              {' · '}
              <BatchState batch={batch} />
            </>
          )}
        </p>
      </div>
      {canUndo && (
        <Button
          busy={isBusy}
          aria-label={t('Undo: {name}', { name: batch.title })}
          onClick={() => void undo()}
        >
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

function BatchState({ batch: { state, undoneAt, undoneBy } }: { batch: BatchView }): ReactNode {
  return (
    <>
      <strong>{t(stateLabels[state])}</strong>{' '}
      {undoneAt && (
        <RichText
          message={undoneBy ? '<moment></moment> by {name}' : '<moment></moment>'}
          values={{ name: undoneBy ?? '' }}
          tags={{ moment: () => <Moment at={undoneAt} /> }}
        />
      )}
    </>
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
