import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Webhook } from '#domain/api/integration/webhooks.ts'
import { webhooksScreen } from '#domain/webhooks/states.ts'
import { RichText } from '../messages/rich-text.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Moment, momentAt } from '../ui/moment.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { pauseWebhook, resumeWebhook, testWebhook } from './webhooks-api.ts'
import { eventText } from './event-words.ts'
import { t } from '#domain/messages/t.ts'

const badges = { active: 'badge-active', paused: 'badge-pending', disabled: 'badge-overdue' } as const

/** A dialog about a webhook. */
export type WebhookDialog = 'edit' | 'secret' | 'delete'

interface WebhookCardProps {
  webhook: Webhook
  isLogOpen: boolean
  open: (dialog: WebhookDialog) => void
}

export function WebhookCard({ webhook, isLogOpen, open }: WebhookCardProps): ReactNode {
  const { id, name, url, events, state, deliveredAt, waiting } = webhook
  const { revalidate } = useRevalidator()
  const isActive = state === 'active'
  const test = useSubmit({
    send: () => testWebhook(webhook),
    success: () => t('A test is sent to {name} within seconds', { name }),
    failure: t('No test was sent to {name}', { name }),
    onSuccess: () => void revalidate(),
  })
  const toggle = useSubmit({
    send: () => (isActive ? pauseWebhook(webhook) : resumeWebhook(webhook)),
    success: () => (isActive ? t('{name} is paused', { name }) : t('{name} is active', { name })),
    failure: isActive ? t('{name} was not paused', { name }) : t('{name} was not resumed', { name }),
    onSuccess: () => void revalidate(),
  })
  return (
    <li className="card webhook-card">
      <h2>
        {name}{' '}
        <span className={`badge ${badges[state]}`}>
          {t('{state, select, active {Active} paused {Paused} other {Disabled}}', { state })}
        </span>
      </h2>
      <p className="webhook-url">{url}</p>
      <p>{events.map(eventText).join(', ')}</p>
      <ul className="webhook-facts">
        <li>
          {deliveredAt === null ? (
            t('Nothing accepted yet')
          ) : (
            <RichText
              message="Last accepted <moment></moment>"
              tags={{ moment: () => <Moment at={deliveredAt} /> }}
            />
          )}
        </li>
        {waiting > 0 && (
          <li>{t('{waiting, plural, one {# delivery waits} other {# deliveries wait}}', { waiting })}</li>
        )}
        <Trouble webhook={webhook} />
      </ul>
      <div className="webhook-actions">
        <Link className="button" to={isLogOpen ? webhooksScreen : `${webhooksScreen}?log=${id}`}>
          {isLogOpen ? t('Hide deliveries') : t('Deliveries')}
          <span className="for-readers"> {name}</span>
        </Link>
        {isActive && (
          <Button
            busy={test.isBusy}
            aria-label={t('Send test to {name}', { name })}
            onClick={() => void test.submit(undefined)}
          >
            {t('Send test')}
          </Button>
        )}
        <Button aria-label={t('Edit {name}', { name })} onClick={() => open('edit')}>
          {t('Edit')}
        </Button>
        <Button
          busy={toggle.isBusy}
          aria-label={isActive ? t('Pause {name}', { name }) : t('Resume {name}', { name })}
          onClick={() => void toggle.submit(undefined)}
        >
          {isActive ? t('Pause') : t('Resume')}
        </Button>
        <Button aria-label={t('New secret of {name}', { name })} onClick={() => open('secret')}>
          {t('New secret')}
        </Button>
        <Button tone="danger" aria-label={t('Delete {name}', { name })} onClick={() => open('delete')}>
          {t('Delete')}
        </Button>
      </div>
    </li>
  )
}

/** Why nothing arrives, and what was left out. */
function Trouble({
  webhook: { state, because, failingSince, triedAgainAt, skippedAt },
}: {
  webhook: Webhook
}): ReactNode {
  return (
    <>
      {state === 'active' && failingSince !== null && (
        <li className="webhook-trouble">
          <RichText
            message="Not accepted since <moment></moment>"
            tags={{ moment: momentAt(failingSince) }}
          />
          {triedAgainAt !== null && (
            <>
              {'. '}
              <RichText message="Next try <moment></moment>" tags={{ moment: momentAt(triedAgainAt) }} />
            </>
          )}
        </li>
      )}
      {state === 'disabled' && (
        <li className="webhook-trouble">
          {because === 'gone'
            ? t('Its target answered 410 Gone. Changes are kept for 60 days: resume it to send them')
            : t(
                'Its target accepted nothing for three days. Changes are kept for 60 days: fix it, then resume it to send them',
              )}
        </li>
      )}
      {skippedAt !== null && (
        <li className="webhook-trouble">
          <RichText
            message="Changes before <moment></moment> were left out, because they were too old or the database was restored: compare with a full export"
            tags={{ moment: momentAt(skippedAt) }}
          />
        </li>
      )}
    </>
  )
}
