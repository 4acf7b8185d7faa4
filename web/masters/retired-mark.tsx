import { Suspense, type ReactNode } from 'react'
import { retiredOn } from '#domain/catalogue/reading/retired.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { optionalComponent } from '../ui/load-code.ts'

const RetiredBadge = optionalComponent(async () => (await import('./retired-badge.tsx')).RetiredBadge)

/** The mark of a retired record; most pages have none, and do not load it. */
export const RetiredMark = ({ record, isLong }: { record: StoredRecord; isLong?: boolean }): ReactNode =>
  retiredOn(record) && (
    <Suspense>
      {' '}
      <RetiredBadge record={record} {...(isLong && { isLong })} />
    </Suspense>
  )
