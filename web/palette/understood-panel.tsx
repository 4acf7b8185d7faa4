import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { inSentence } from '../entity/in-sentence.ts'
import type { Understood } from './understand.ts'

interface UnderstoodPanelProps {
  entity: Entity
  understood: Understood | null
  /** It is about the line as it stands. */
  isFresh: boolean
  problem: string
}

/** What a line means, before anything is saved: each field by its label, and what is missing or wrong. */
export function UnderstoodPanel({ entity, understood, isFresh, problem }: UnderstoodPanelProps): ReactNode {
  return (
    <section className="understood" aria-label={`New ${inSentence(entity.singular)}`} aria-busy={!isFresh}>
      <h3>New {inSentence(entity.singular)}</h3>
      <dl>
        {understood?.facts.map(({ name, label, value, title, from }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <strong>{value}</strong> {title}
              {from && <span className="understood-why"> from {from}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {/* Always there, so that what appears while typing is read out. */}
      <ul className="understood-problems" aria-live="polite">
        {[...(problem ? [problem] : []), ...(isFresh ? (understood?.problems ?? []) : [])].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
