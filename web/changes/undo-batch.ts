import type { UndoReport } from '#domain/api/changes/batches.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { undoBatch } from './batches-api.ts'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { t } from '#domain/messages/t.ts'

/** Undoes a batch and shows the result; returns the report unless the request fails. */
export async function undoChanges(id: string, refresh: () => Promise<void>): Promise<UndoReport | undefined> {
  notify(null)
  let report: UndoReport | undefined
  try {
    report = await undoBatch(id)
    notify({
      tone: report.undone > 0 || report.leftCount === 0 ? 'good' : 'bad',
      text: describeUndone(report),
      detail: describeSkipped(report),
    })
  } catch (error) {
    notify({ tone: 'bad', text: t('Could not undo it'), detail: sentenceOf(error) })
  }
  await refresh()
  focusNoticeIfLost()
  return report
}

const describeUndone = ({ undone }: UndoReport): string =>
  t('{count, plural, one {# record} other {# records}} undone', { count: undone })

/** Avoids repeating the name of the record when the reason starts with it. */
export const reasonAfterName = (name: string, because: string): string =>
  because.startsWith(`${name} `) ? because.slice(name.length) : `: ${because}`

const maxNamed = 3

/** Describes the skipped records, the first few by name. */
export function describeSkipped({
  left,
  leftCount,
}: {
  left: readonly { name: string; because: string }[]
  leftCount: number
}): string | undefined {
  if (leftCount === 0) return undefined
  const named = left.slice(0, maxNamed).map(({ name, because }) => name + reasonAfterName(name, because))
  const values = { count: leftCount, records: named.join('; '), more: leftCount - named.length }
  return values.more > 0
    ? t('{count, number} skipped. {records}; and {more, number} more', values)
    : t('{count, number} skipped. {records}', values)
}
