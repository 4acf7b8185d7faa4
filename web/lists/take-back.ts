import type { UndoReport } from '#domain/batches.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { undoBatch } from '../api/batches.ts'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'

/** Takes back what was changed at once and says what came of it; the report, when it could be done. */
export async function takeBack(id: string, refresh: () => Promise<void>): Promise<UndoReport | undefined> {
  notify(null)
  let report: UndoReport | undefined
  try {
    report = await undoBatch(id)
    notify({
      tone: report.undone > 0 || report.leftCount === 0 ? 'good' : 'bad',
      text: undoneInWords(report),
      detail: leftInWords(report),
    })
  } catch (error) {
    notify({ tone: 'bad', text: 'It could not be taken back', detail: sentenceOf(error) })
  }
  await refresh()
  focusNoticeIfLost()
  return report
}

const undoneInWords = ({ undone }: UndoReport): string =>
  undone === 1 ? '1 record is as it was before' : `${undone} records are as they were before`

/** Many a reason names the record itself, as a sentence that stands alone has to. */
export const after = (name: string, because: string): string =>
  because.startsWith(`${name} `) ? because.slice(name.length) : `: ${because}`

const mostNamed = 3

/** What was left, the first few by name. */
export function leftInWords({
  left,
  leftCount,
}: {
  left: readonly { name: string; because: string }[]
  leftCount: number
}): string | undefined {
  if (leftCount === 0) return undefined
  const named = left.slice(0, mostNamed).map(({ name, because }) => name + after(name, because))
  const more = leftCount > named.length ? [`and ${leftCount - named.length} more`] : []
  return `${leftCount} left as ${leftCount === 1 ? 'it is' : 'they are'}. ${[...named, ...more].join('; ')}`
}
