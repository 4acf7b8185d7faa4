import { useState, type ReactNode } from 'react'
import type { ExceptedFinding } from '#domain/api/data-quality.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { listExceptions, removeException } from './data-quality-api.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { useQuery } from '../ui/use-query.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { recordLink } from '../masters/list/record-link.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

interface ExceptionsProps {
  rule: string
  count: number
  onUndone: () => void
}

/** The findings marked as correct, with their reasons; loaded when the list is opened. */
export function Exceptions({ rule, count, onUndone }: ExceptionsProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { data: items } = useQuery([rule], async (signal) => (await listExceptions(rule, signal)).items, {
    enabled: (loaded) => isOpen && loaded === undefined,
    onError: (error) =>
      notify({ tone: 'bad', text: t('Could not load the list'), detail: sentenceOf(error) }),
  })
  const { isBusy, submit } = useSubmit({
    send: (item: ExceptedFinding) => removeException(rule, item),
    success: (_, { name }) => t('{name} is checked again', { name }),
    failure: t('Could not undo it'),
    onSuccess: onUndone,
  })
  const canFix = useMay()('update', 'dataHealth')
  if (count === 0) return null
  return (
    <details className="health-done" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('{count, number} marked as correct', { count })}</summary>
      <ul className="health-right">
        {items?.map((item) => (
          <li key={item.id}>
            <Link to={recordLink(item)}>{item.name}</Link>
            <span>
              {item.reason} ({item.by}, <Moment at={item.at} />)
            </span>
            {canFix && (
              <Button
                tone="quiet"
                busy={isBusy}
                aria-label={t('Undo: {name}', { name: item.name })}
                onClick={() => void submit(item)}
              >
                {t('Undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
