import { useEffect, useId, useRef, type ReactNode } from 'react'
import {
  Form,
  Link,
  useLoaderData,
  useNavigation,
  useRevalidator,
  useSearchParams,
  useSubmit,
} from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { deleteRecord, restoreRecord, type Page } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { notify } from '../ui/notices.tsx'
import { EntityTable } from './entity-table.tsx'
import { inSentence } from './in-sentence.ts'

const pauseBeforeSearch = 250 // milliseconds without a key

export function EntityList({ entity }: { entity: Entity }): ReactNode {
  const page = useLoaderData<Page>()
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const [query] = useSearchParams()
  const may = useMay()
  const headingId = useId()
  const q = query.get('q') ?? ''
  const isLaterPage = query.has('after')

  const restore = async (record: StoredRecord): Promise<void> => {
    try {
      const back = await restoreRecord(entity, record)
      notify({ tone: 'good', text: `${nameRecord(entity, back)} is back` })
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    }
    await revalidate()
  }
  const remove = async (record: StoredRecord): Promise<void> => {
    const name = nameRecord(entity, record)
    try {
      await deleteRecord(entity, record)
      const action = { label: 'Undo', run: () => void restore(record) }
      notify({ tone: 'good', text: `${name} is deleted`, ...(may('restore', entity.name) && { action }) })
    } catch (error) {
      notify({ tone: 'bad', text: `${name} is not deleted`, detail: sentenceOf(error) })
    }
    await revalidate()
  }

  return (
    <section className="entity-list" aria-labelledby={headingId}>
      <div className="list-head">
        <h2 id={headingId}>
          {entity.plural} {!q && !isLaterPage && !page.next && <CountOf rows={page.items.length} />}
        </h2>
        <SearchBox plural={entity.plural} q={q} />
      </div>
      {page.items.length === 0 ? (
        <p className="list-empty">
          {q ? `Nothing here matches “${q}”.` : `No ${inSentence(entity.plural)} yet.`}
        </p>
      ) : (
        <EntityTable
          entity={entity}
          records={page.items}
          isBusy={navigation.state !== 'idle' || state !== 'idle'}
          onDelete={may('delete', entity.name) ? (record) => void remove(record) : undefined}
        />
      )}
      {(page.next || isLaterPage) && (
        <nav className="list-pages" aria-label={`Pages of ${inSentence(entity.plural)}`}>
          {isLaterPage && <Link to={linkTo(q)}>First page</Link>}
          {page.next && <Link to={linkTo(q, page.next)}>Next page</Link>}
        </nav>
      )}
    </section>
  )
}

function linkTo(q: string, after?: string): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(after && { after }) })
  return `?${query.toString()}`
}

const CountOf = ({ rows }: { rows: number }): ReactNode =>
  rows > 0 && <span className="list-count">{rows}</span>

/** Searches while typing; Enter works as well. */
function SearchBox({ plural, q }: { plural: string; q: string }): ReactNode {
  const submit = useSubmit()
  const timer = useRef(0)
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Going back in the browser changes the search from outside.
  useEffect(() => {
    const box = input.current
    if (box && box !== document.activeElement) box.value = q
  }, [q])
  const search = (): void => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      if (form.current) void submit(form.current, { replace: true, preventScrollReset: true })
    }, pauseBeforeSearch)
  }
  return (
    <search>
      <Form ref={form} className="search" replace preventScrollReset>
        <input
          ref={input}
          type="search"
          name="q"
          className="control"
          aria-label={`Search ${inSentence(plural)}`}
          placeholder="Search"
          autoComplete="off"
          defaultValue={q}
          onChange={search}
        />
      </Form>
    </search>
  )
}
