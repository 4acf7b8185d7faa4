import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import type { ParsedLine } from './parse-line.ts'
import { t } from '#domain/messages/t.ts'

interface ParsedLinePanelProps {
  entity: Entity
  understood: ParsedLine | null
  /** Belongs to the current text of the line. */
  isFresh: boolean
  problem: string
}

/** Shows how a line is understood, field by field, and what is missing or wrong. */
export function ParsedLinePanel({ entity, understood, isFresh, problem }: ParsedLinePanelProps): ReactNode {
  const heading = t('New {noun}', { noun: labelInSentence(t(entity.singular)) })
  return (
    <section className="understood" aria-label={heading} aria-busy={!isFresh}>
      <h3>{heading}</h3>
      <dl>
        {understood?.facts.map(({ name, label, value, title, from }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <strong>{value}</strong> {title}
              {from && <span className="understood-why"> {t('from {field}', { field: from })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {/* Always rendered, so that screen readers announce problems that appear while typing. */}
      <ul className="understood-problems" aria-live="polite">
        {[...(problem ? [problem] : []), ...(isFresh ? (understood?.problems ?? []) : [])].map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </section>
  )
}
