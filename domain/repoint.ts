import type { BatchShown } from './batches.ts'
import { entityAtPath } from './catalogue/catalogue.ts'
import type { StoredRecord } from './catalogue/entity.ts'
import { listInWords } from './text.ts'

/** How many records of an entity something happens to. */
export interface Affected {
  entity: string
  path: string
  count: number
}

/** What a rename, a merge or a move does, told before or after it is done. */
export interface Repointed {
  /** Told only: nothing was changed. */
  isRehearsal: boolean
  title: string
  /** Records that repeat what changes, and change with it. */
  follow: Affected[]
  /** What would be there twice after a merge, and goes to the bin. */
  toBin: Affected[]
  /** Open plans of the customers among them. */
  plans: number
  /** "214 customers, 3 employees and 41 plans"; empty when nothing follows. */
  words: string
  batch: BatchShown | null
  /** The record afterwards. */
  record: StoredRecord
}

export const mostFollowing = 50_000

export function affectedInWords(affected: readonly Affected[], plans = 0): string {
  const words = affected.map(({ path, count }) => {
    const entity = entityAtPath(path)
    const name = (count === 1 ? entity?.singular : entity?.plural) ?? path
    return `${count.toLocaleString('en-IN')} ${name.toLowerCase()}`
  })
  if (plans > 0) words.push(plans === 1 ? '1 plan' : `${plans.toLocaleString('en-IN')} plans`)
  return listInWords(words)
}
