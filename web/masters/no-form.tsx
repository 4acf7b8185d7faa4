import type { ReactNode } from 'react'
import { can, type Action } from '#domain/access/policy.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { currentSession } from '../api/session.ts'
import { actorOf } from '../api/session-account.ts'
import '../access/why.css'
import { WhyButton } from '../access/why-button.tsx'
import { t } from '#domain/messages/t.ts'

/** Explains why the form is not available. */
export function NoForm({ entity, action }: { entity: Entity; action: Action }): ReactNode {
  const { because } = can(actorOf(currentSession()), action, entity.name)
  return (
    <p className="no-form">
      {because}. <WhyButton label={t('Why?')} ask={{ action, subject: entity.name }} />
    </p>
  )
}
