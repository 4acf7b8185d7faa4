import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { forgetOptions } from '../api/options.ts'
import { useMay } from '../api/use-may.ts'

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
  const remove = async (record: StoredRecord): Promise<void> => {
    const { removeRecord } = await import('./remove-record.ts')
    const refresh = async (): Promise<void> => {
      forgetOptions()
      await revalidate()
    }
    const usedBy = await removeRecord(entity, record, { mayRestore: may('restore', entity.name), refresh })
    if (usedBy) setRefused({ record, usedBy })
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
