import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { forgetOptions } from '../api/options.ts'
import { useMay } from '../api/use-may.ts'
import { notify } from '../ui/notices.tsx'
import { useListLinks } from './list-links.ts'

const InUse = lazy(async () => ({ default: (await import('./in-use.tsx')).InUse }))

const pauseAfterRemoval = 500 // milliseconds

interface Removal {
  remove: (record: StoredRecord) => void
  /** To be shown with the list: why a record could not be deleted. */
  refusal: ReactNode
}

/** To the bin, with a way back as long as nothing else was done; what is in use stays, and says by what. */
export function useRemoval(entity: Entity): Removal {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { search, withoutEdit } = useListLinks()
  const [refused, setRefused] = useState<{ record: StoredRecord; usedBy: readonly unknown[] } | null>(null)
  const may = useMay()
  const busyUntil = useRef(0)
  const refresh = async (record: StoredRecord): Promise<void> => {
    forgetOptions()
    // What is no longer there cannot be changed either.
    if (search.get('edit') === record.id) await navigate(withoutEdit, { preventScrollReset: true })
    else await revalidate()
  }
  const remove = async (record: StoredRecord): Promise<void> => {
    // The rows move up when one goes: a second click would hit another.
    if (Date.now() < busyUntil.current) return
    busyUntil.current = Infinity
    try {
      const { removeRecord } = await import('./remove-record.ts')
      const manner = { mayRestore: may('restore', entity.name), refresh: () => refresh(record) }
      const usedBy = await removeRecord(entity, record, manner)
      if (usedBy) setRefused({ record, usedBy })
      busyUntil.current = usedBy ? 0 : Date.now() + pauseAfterRemoval
    } catch (error) {
      busyUntil.current = 0
      notify({ tone: 'bad', text: `${nameRecord(entity, record)} is not deleted`, detail: sentenceOf(error) })
    }
  }
  return {
    remove: (record) => void remove(record),
    refusal: refused && (
      <Suspense>
        <InUse entity={entity} {...refused} onClose={() => setRefused(null)} />
      </Suspense>
    ),
  }
}
