import { useState, type ReactNode } from 'react'
import type { AdviceResults } from '#domain/api/visits/advice.ts'
import { minAnswers } from '#domain/advice/min-answers.ts'
import { resultKinds, shareOf, type ResultKind, type Tally } from '#domain/advice/results.ts'
import { formatCount } from '#domain/messages/format-count.ts'
import { currentLocale, t } from '#domain/messages/t.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import type { Column } from '../ui/data-table.tsx'
import { useQuery } from '../ui/use-query.ts'
import { fetchAdviceResults } from '../visits/visits-api.ts'

type Row = Tally & { name: string }

const kindLabels = (): Record<ResultKind, string> => ({
  material: t('By material'),
  crop: t('By crop'),
  season: t('By season'),
  soil: t('By soil'),
})

const percent = (share: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 0 }).format(share)

const columnsOf = (): readonly Column<Row>[] => [
  { label: t('Name'), cell: ({ name }) => name },
  { label: t('Answers'), kind: 'number', cell: ({ answers }) => formatCount(answers) },
  { label: t('Worked'), kind: 'number', cell: ({ worked }) => formatCount(worked) },
  {
    label: t('Share that worked'),
    kind: 'number',
    cell: (row) => {
      const share = shareOf(row)
      return share ? percent(share.share) : t('Too few to say')
    },
  },
  {
    label: t('95 % interval'),
    kind: 'number',
    cell: (row) => {
      const share = shareOf(row)
      return share ? t('{low} to {high}', { low: percent(share.low), high: percent(share.high) }) : ''
    },
  },
]

const rowsOf = (results: AdviceResults | undefined, kind: ResultKind): Row[] =>
  Object.entries(results?.[kind] ?? {})
    .map(([name, tally]) => ({ name, ...tally }))
    .toSorted((one, other) => other.answers - one.answers || (one.name < other.name ? -1 : 1))

/** Whether advice helped, by what later visits say about it. */
export function ResultsSection(): ReactNode {
  const [kind, setKind] = useState<ResultKind>('material')
  const { data, error, isLoading } = useQuery([], (signal) => fetchAdviceResults(signal))
  const labels = kindLabels()
  return (
    <div className="results">
      <ListScreen
        className="gaps"
        label={t('Did the advice help?')}
        heading={t('Did the advice help?')}
        tools={
          <select
            className="control"
            name="by"
            aria-label={t('Count')}
            value={kind}
            onChange={({ target: { value } }) => setKind(resultKinds.find((each) => each === value) ?? kind)}
          >
            {resultKinds.map((each) => (
              <option key={each} value={each}>
                {labels[each]}
              </option>
            ))}
          </select>
        }
        page={{ items: rowsOf(data, kind) }}
        table={{ columns: columnsOf(), keyOf: ({ name }) => name }}
        empty={error || (isLoading ? t('Loading…') : t('No visit has said yet whether advice worked.'))}
      />
      <p className="field-hint">
        {t(
          'Counted are the answers “worked” and “did not work” that a later visit gave about the advice of the visit before. Below {count, number} answers no share is shown.',
          { count: minAnswers },
        )}
      </p>
    </div>
  )
}
