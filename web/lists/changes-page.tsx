import { useState, type ReactNode } from 'react'
import {
  Link,
  useLoaderData,
  useNavigate,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import type { BatchShown, UndoReport } from '#domain/batches.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { listBatches, type BatchPage } from '../api/batches.ts'
import { useMay } from '../api/use-may.ts'
import { rowsPerPage, useListLinks } from '../entity/list-links.ts'
import { ListPages } from '../entity/list-pages.tsx'
import { orAll } from '../entity/way-out.ts'
import '../styles/badges.css'
import '../styles/entity.css'
import '../styles/changes.css'
import '../styles/lists.css'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { ChangedRecords, LeftRecords } from './changed-records.tsx'
import { takeBack } from './take-back.ts'

const words: Readonly<Record<BatchShown['state'], string>> = {
  open: 'under way',
  done: 'done',
  undone: 'taken back',
  'partly undone': 'partly taken back',
}

/** Everything that was changed at once, the latest first; each can be taken back at once. */
function ChangesPage(): ReactNode {
  const page = useLoaderData<BatchPage>()
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const entity = search.get('entity') ?? ''
  const chosen = catalogue.find(({ name }) => name === entity)
  return (
    <Page
      heading="Changes at once"
      lead="Bulk edits, imports, merges and the like, the latest first. Each can be taken back as a whole; what somebody changed since is left and named."
    >
      <div className="list-head changes-head">
        <label className="list-size">
          About
          <select
            className="control"
            name="entity"
            value={entity}
            onChange={(event) => void navigate(changed({ entity: event.target.value || null }))}
          >
            <option value="">everything</option>
            {catalogue
              .toSorted((one, other) => one.plural.localeCompare(other.plural))
              .map(({ name, plural }) => (
                <option key={name} value={name}>
                  {plural}
                </option>
              ))}
          </select>
        </label>
        <span className="links">
          <Link to={chosen ? `/lists/${chosen.path}` : '/lists'}>{chosen ? chosen.plural : 'All lists'}</Link>
          <Link to={chosen ? `/bin?entity=${chosen.name}` : '/bin'}>Bin</Link>
        </span>
      </div>
      {page.items.length === 0 ? (
        <p className="list-empty">
          Nothing {chosen ? `of ${chosen.plural.toLowerCase()} ` : ''}was changed at once yet.
        </p>
      ) : (
        <ol className="changes">
          {page.items.map((batch) => (
            <li key={batch.id}>
              <Change batch={batch} />
            </li>
          ))}
        </ol>
      )}
      <ListPages page={page} label="Pages of changes" />
    </Page>
  )
}

function Change({ batch }: { batch: BatchShown }): ReactNode {
  const may = useMay()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [report, setReport] = useState<UndoReport | null>(null)
  const canUndo = may('update', 'batch') && (batch.state === 'done' || batch.state === 'partly undone')
  const undo = async (): Promise<void> => {
    setBusy(true)
    const found = await takeBack(batch.id, revalidate)
    setBusy(false)
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
              <strong>{words[batch.state]}</strong>
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
          {isBusy ? 'Taking back…' : 'Undo'}
        </Button>
      )}
      <details className="change-records" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Records</summary>
        {isOpen && <ChangedRecords id={batch.id} />}
      </details>
      {report && <LeftRecords report={report} onClose={() => setReport(null)} />}
    </article>
  )
}

export const changesRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <ChangesPage />,
  loader: ({ request, url }: LoaderFunctionArgs): Promise<BatchPage> =>
    orAll(
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
