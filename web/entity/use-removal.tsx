import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { forgetOptions } from '../api/options.ts'
import { deleteRecord, restoreRecord } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { notify } from '../ui/notices.tsx'

const InUse = lazy(async () => ({ default: (await import('./in-use.tsx')).InUse }))

interface Removal {
  remove: (record: StoredRecord) => void
  /** To be shown with the list: why a record could not be deleted. */
  refusal: ReactNode
}

/** To the bin, with a way back as long as nothing else was done; what is in use stays, and says by what. */
export function useRemoval(entity: Entity): Removal {
  const { revalidate } = useRevalidator()
  const [refused, setRefused] = useState<{ record: StoredRecord; usedBy: readonly unknown[] } | null>(null)
  const may = useMay()
  const refresh = async (): Promise<void> => {
    forgetOptions()
    await revalidate()
  }
  const restore = async (record: StoredRecord): Promise<void> => {
    try {
      const back = await restoreRecord(entity, record)
      notify({ tone: 'good', text: `${nameRecord(entity, back)} is back` })
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    }
    await refresh()
  }
  const remove = async (record: StoredRecord): Promise<void> => {
    const name = nameRecord(entity, record)
    try {
      await deleteRecord(entity, record)
      const action = { label: 'Undo', run: () => void restore(record) }
      notify({ tone: 'good', text: `${name} is deleted`, ...(may('restore', entity.name) && { action }) })
    } catch (error) {
      const usedBy = error instanceof ApiProblem ? error.document['usedBy'] : undefined
      if (Array.isArray(usedBy)) setRefused({ record, usedBy })
      else notify({ tone: 'bad', text: `${name} is not deleted`, detail: sentenceOf(error) })
    }
    await refresh()
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
