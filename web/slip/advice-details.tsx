import type { ReactNode } from 'react'
import { parseDetails, type GivenAdvice } from '#domain/advice/details.ts'
import { formatDose, formatWaiting } from '#domain/advice/guard-words.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'

/** What was advised, with its doses and what spoke against it; a text of another format is shown as it is. */
export function AdviceDetails({ text }: { text: string }): ReactNode {
  const lines = parseDetails(text)
  if (!lines) return text
  return (
    <ul>
      {lines.map((line) => (
        <li key={[line.crop, line.material, line.dose, line.timing].join(' ')}>{describeLine(line)}</li>
      ))}
    </ul>
  )
}

const describeLine = (line: GivenAdvice): string =>
  [
    line.crop === null ? line.material : `${line.material} (${line.crop})`,
    formatDose(line),
    line.timing,
    formatWaiting(line),
    ...line.warnings.map(({ kind, day }) =>
      kind === 'banned'
        ? t('banned since {date}', { date: formatDate(day) })
        : t('too late for the reaping on {date}', { date: formatDate(day) }),
    ),
  ]
    .filter(Boolean)
    .join(' · ')
