import type { ReactNode } from 'react'
import { ageingBuckets, bucketLabels, type Ageing, type AgeingBucket } from '#domain/balances/bills.ts'
import { formatRupees } from '#domain/money.ts'
import { Bar } from '../ui/chart-bar.tsx'
import './ageing-bar.css'

interface AgeingBarProps {
  ageing: Ageing
  /** A link around the words of a bucket. */
  linkOf?: (bucket: AgeingBucket, words: string) => ReactNode
}

/** What is open by days since the due day; the bar of each row shows its share of the largest. */
export function AgeingBar({ ageing, linkOf }: AgeingBarProps): ReactNode {
  const labels = bucketLabels()
  const max = Math.max(...ageingBuckets.map(({ name }) => ageing[name]))
  return (
    <ul className="ageing">
      {ageingBuckets.map(({ name }) => (
        <li key={name}>
          <span>{linkOf ? linkOf(name, labels[name]) : labels[name]}</span>
          <Bar max={max} parts={[{ value: ageing[name], tone: name === 'notDue' ? 'good' : 'bad' }]} />
          <b>{formatRupees(Math.round(ageing[name]))}</b>
        </li>
      ))}
    </ul>
  )
}
