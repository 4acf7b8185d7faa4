import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ExceptedFinding } from '#domain/health/data-health.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { listExceptions, takeBackException } from '../api/data-health.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { recordLink } from './record-link.ts'

interface ExceptionsProps {
  rule: string
  count: number
  onTakenBack: () => void
}

/** What people said is right, and why; fetched when someone wants to see it. */
export function Exceptions({ rule, count, onTakenBack }: ExceptionsProps): ReactNode {
  const [items, setItems] = useState<readonly ExceptedFinding[] | null>(null)
  const mayMend = useMay()('update', 'dataHealth')
  if (count === 0) return null
  const open = async (isOpen: boolean): Promise<void> => {
    if (!isOpen || items) return
    try {
      setItems((await listExceptions(rule)).items)
    } catch (error) {
      notify({ tone: 'bad', text: 'The list could not be had', detail: sentenceOf(error) })
    }
  }
  const takeBack = async (item: ExceptedFinding): Promise<void> => {
    notify(null)
    try {
      await takeBackException(rule, item)
      notify({ tone: 'good', text: `${item.name} is looked at again` })
      onTakenBack()
    } catch (error) {
      notify({ tone: 'bad', text: 'Nothing was taken back', detail: sentenceOf(error) })
    }
  }
  return (
    <details className="health-done" onToggle={(event) => void open(event.currentTarget.open)}>
      <summary>{count === 1 ? '1 is said to be right' : `${count} are said to be right`}</summary>
      <ul className="health-right">
        {items?.map((item) => (
          <li key={item.id}>
            <Link to={recordLink(item)}>{item.name}</Link>
            <span>
              {item.reason} ({item.by}, <Moment at={item.at} />)
            </span>
            {mayMend && (
              <Button tone="quiet" aria-label={`Take back: ${item.name}`} onClick={() => void takeBack(item)}>
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
