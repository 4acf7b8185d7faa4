import { useEffect, useRef, type ReactNode } from 'react'
import type { HandoverResult } from '#domain/api/visits/handovers.ts'
import type { HandoverBody } from './handover-api.ts'
import { Button } from '../ui/button.tsx'
import { formatAmount } from './handover-form.ts'
import { formatDays } from './handover-trace.tsx'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

interface HandoverPreviewProps {
  body: HandoverBody
  result: HandoverResult
  names: { from: string | null; to: string | null }
  isBusy: boolean
  onConfirm: () => void
}

/** Describes the result of the dry run, with the button that confirms it. */
export function HandoverPreview({ body, result, names, isBusy, onConfirm }: HandoverPreviewProps): ReactNode {
  const sentence = useRef<HTMLParagraphElement>(null)
  // Moves the focus to the sentence, so that screen readers announce it.
  useEffect(() => sentence.current?.focus(), [])
  const { first, customers, skipped } = result
  const from = body.From_Employee === null ? t('no owner') : (names.from ?? body.From_Employee)
  const to = body.To_Employee === null ? t('no owner') : (names.to ?? body.To_Employee)
  return (
    <div className="handover-preview">
      <p ref={sentence} tabIndex={-1}>
        <RichText
          message="<strong>{amount}</strong> will move from {from} to {to}, {until, select, none {from {start} on} other {from {start} until {until}}}."
          values={{ amount: formatAmount(result), from, to, ...formatDays(body.From_Day, body.Until_Day) }}
          tags={{ strong: (text) => <strong>{text}</strong> }}
        />{' '}
        {skipped > 0 &&
          t(
            '{skipped, plural, one {# of the selected customers belongs to another employee then and is not moved.} other {# of the selected customers belong to another employee then and are not moved.}}',
            { skipped },
          )}{' '}
        {result.receiver !== null && `${result.receiver}.`}
      </p>
      {first.length > 0 && (
        <ul className="handover-names">
          {first.map(({ Customer_Code, City_Code, City_Name, ...names }) => (
            <li key={Customer_Code}>
              {customerName(names)}{' '}
              <span className="tick-code">
                {Customer_Code}, {City_Name ?? City_Code}
              </span>
            </li>
          ))}
          {customers > first.length && (
            <li>{t('and {count, number} more', { count: customers - first.length })}</li>
          )}
        </ul>
      )}
      <div className="form-actions">
        <Button tone="main" busy={isBusy} onClick={onConfirm}>
          {t('Hand over')}
        </Button>
      </div>
    </div>
  )
}
