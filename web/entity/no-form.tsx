import type { ReactNode } from 'react'
import { can, type Action } from '#domain/access/policy.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { actorOf, currentSession } from '../api/session.ts'
import '../styles/why.css'
import { WhyButton } from './why-button.tsx'

/** In place of a form that is not offered: why it is missing. */
export function NoForm({ entity, action }: { entity: Entity; action: Action }): ReactNode {
  const { because } = can(actorOf(currentSession()), action, entity.name)
  return (
    <p className="no-form">
      {because}. <WhyButton label="Why?" ask={{ action, subject: entity.name }} />
    </p>
  )
}
