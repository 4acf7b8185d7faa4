import { useEffect, useRef, type ReactNode } from 'react'
import type { HandedOver } from '#domain/visits/assignment.ts'
import type { HandoverBody } from '../api/handover.ts'
import { Button } from '../ui/button.tsx'
import { amountInWords } from './handover-form.ts'
import { daysInWords } from './handover-trace.tsx'

interface HandoverPreviewProps {
  body: HandoverBody
  result: HandedOver
  names: { from: string | null; to: string | null }
  isBusy: boolean
  onConfirm: () => void
}

/** What will happen, in a sentence, before it does. */
export function HandoverPreview({ body, result, names, isBusy, onConfirm }: HandoverPreviewProps): ReactNode {
  const sentence = useRef<HTMLParagraphElement>(null)
  // Whoever asked for it hears it, and goes on from there.
  useEffect(() => sentence.current?.focus(), [])
  const { first, customers, skipped } = result
  const from = body.From_Employee === null ? 'nobody' : (names.from ?? body.From_Employee)
  const to = body.To_Employee === null ? 'nobody' : (names.to ?? body.To_Employee)
  return (
    <div className="handover-preview">
      <p ref={sentence} tabIndex={-1}>
        <strong>{amountInWords(result)}</strong> will go from {from} to {to},{' '}
        {daysInWords(body.From_Day, body.Until_Day)}.
        {skipped > 0 && ` ${skipped} of the ticked ones are not theirs then and stay where they are.`}
        {result.receiver !== null && ` ${result.receiver}.`}
      </p>
      {first.length > 0 && (
        <ul className="handover-names">
          {first.map(({ Customer_Code, Customer_Name, City_Code }) => (
            <li key={Customer_Code}>
              {Customer_Name}{' '}
              <span className="tick-code">
                {Customer_Code}, {City_Code}
              </span>
            </li>
          ))}
          {customers > first.length && <li>and {(customers - first.length).toLocaleString('en-IN')} more</li>}
        </ul>
      )}
      <div className="form-actions">
        <Button tone="main" busy={isBusy} onClick={onConfirm}>
          Hand over
        </Button>
      </div>
    </div>
  )
}
