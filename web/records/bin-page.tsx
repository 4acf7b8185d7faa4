import { useState, type ReactNode } from 'react'
import {
  Link,
  useLoaderData,
  useNavigate,
  useNavigation,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Binned, StillBinned } from '#domain/record-page.ts'
import { counted } from '#domain/text.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { forgetOptions } from '../api/options.ts'
import { readBin, restoreMany, type BinPage as Content } from '../api/records.ts'
import { seesEverything } from '../api/session.ts'
import { useMay } from '../api/use-may.ts'
import { useListLinks } from '../entity/list-links.ts'
import { ListPages } from '../entity/list-pages.tsx'
import { ListSearch } from '../entity/list-search.tsx'
import { orAll } from '../entity/way-out.ts'
import '../styles/entity.css'
import '../styles/record.css'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { binColumns, keyOf } from './bin-columns.tsx'
import { recordPath } from './record-path.ts'

const load = ({ request, url }: LoaderFunctionArgs): Promise<Content> => {
  const of = (name: string): string | undefined => url.searchParams.get(name) ?? undefined
  const query = { entity: of('entity'), q: of('q'), after: of('after'), limit: '50' }
  return orAll(url, readBin(query, request.signal))
}

export const binRoute: Pick<RouteObject, 'element' | 'loader'> = { element: <BinPage />, loader: load }

/** What was deleted: found again, looked at, brought back. */
function BinPage(): ReactNode {
  const page = useLoaderData<Content>()
  const { search } = useListLinks()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [left, setLeft] = useState<readonly StillBinned[]>([])
  const [isBusy, setBusy] = useState(false)
  const wanted = page.items.filter((item) => chosen.has(keyOf(item)))
  const restore = async (items: readonly Binned[]): Promise<void> => {
    setBusy(true)
    try {
      const answer = await restoreMany(items)
      forgetOptions()
      setLeft(answer.left)
      setChosen(new Set())
      const [only] = items
      const back =
        answer.restored === 1 && items.length === 1 ? only!.name : counted(answer.restored, 'record')
      const isAll = answer.left.length === 0
      notify({
        tone: isAll ? 'good' : 'bad',
        text:
          answer.restored === 0
            ? 'Nothing was restored'
            : `${back} ${answer.restored === 1 ? 'is' : 'are'} back`,
        ...(!isAll && { detail: 'What could not come back is named below, with the reason.' }),
      })
      await revalidate()
    } catch (error) {
      notify({ tone: 'bad', text: 'Nothing was restored', detail: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  const choose = (item: Binned, isChosen: boolean): void => {
    const next = new Set(chosen)
    if (isChosen) next.add(keyOf(item))
    else next.delete(keyOf(item))
    setChosen(next)
  }
  const columns = binColumns({ chosen, choose, isBusy, restore: (item) => void restore([item]) })
  return (
    <Page heading="Bin" lead="What was deleted. It can be brought back as it was.">
      <div className="stack">
        <div className="list-head">
          <EntityChoice />
          <ListSearch label="Search the bin" />
          {wanted.length > 0 && (
            <Button tone="main" busy={isBusy} onClick={() => void restore(wanted)}>
              Restore {wanted.length} chosen
            </Button>
          )}
        </div>
        <NotRestored left={left} />
        {page.items.length === 0 ? (
          <p className="list-empty">
            {search.size > 0 || !seesEverything()
              ? 'Nothing that was deleted fits here.'
              : 'The bin is empty.'}
          </p>
        ) : (
          <DataTable
            caption="Deleted records"
            columns={columns}
            rows={page.items}
            keyOf={keyOf}
            isBusy={state !== 'idle'}
          />
        )}
        <ListPages page={page} label="Pages of the bin" />
      </div>
    </Page>
  )
}

function EntityChoice(): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const may = useMay()
  return (
    <label className="bin-kind">
      <span>Kind of record</span>
      <select
        className="control"
        value={search.get('entity') ?? ''}
        onChange={(event) => void navigate(changed({ entity: event.target.value || null }))}
      >
        <option value="">All</option>
        {catalogue
          .filter(({ name }) => may('restore', name))
          .map(({ name, plural }) => (
            <option key={name} value={name}>
              {plural}
            </option>
          ))}
      </select>
    </label>
  )
}

function NotRestored({ left }: { left: readonly StillBinned[] }): ReactNode {
  if (left.length === 0) return null
  return (
    <section className="record-part" aria-label="Not restored">
      <ul className="record-list">
        {left.map(({ entity, id, name, because, existing }) => (
          <li key={keyOf({ entity, id })}>
            {name} is still in the bin: {because}.{' '}
            {existing && <Link to={recordPath(existing, existing.id)}>Open {existing.name}</Link>}
          </li>
        ))}
      </ul>
    </section>
  )
}
