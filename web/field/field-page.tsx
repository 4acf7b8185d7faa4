import type { ReactNode } from 'react'
import { phonePicture } from '../ui/empty-pictures.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { WhyButton } from '../access/why-button.tsx'
import { viewedAs } from '../api/session.ts'
import { usePack } from '../outbox/pack.ts'
import { useReadProblem } from '../outbox/store/live-value.ts'
import { syncNow, useSyncState } from '../outbox/sync.ts'
import { SyncStrip } from '../outbox/sync-strip.tsx'
import { BottomBar } from './bottom-bar.tsx'
import './field.css'
import { t } from '#domain/messages/t.ts'

interface FieldPageProps {
  heading: string
  lead?: ReactNode
  /** Shown even when the phone holds no customers. */
  worksWithoutPack?: boolean
  children: ReactNode
}

/** The frame of a field screen: its content once the phone holds customers, otherwise why it does not. */
export function FieldPage({ heading, lead, worksWithoutPack = false, children }: FieldPageProps): ReactNode {
  const { customers, syncedAt, isLoading } = usePack()
  // The sync strip has the reason.
  const isUnreadable = useReadProblem() !== null && isLoading
  const hasContent = !isUnreadable && (worksWithoutPack || customers.length > 0)
  if (viewedAs() !== null)
    return (
      <Page heading={heading} width="narrow">
        <EmptyState picture={phonePicture}>
          {t(
            'This screen shows only what a phone holds. This device does not hold the customers of another account.',
          )}
        </EmptyState>
        <BottomBar />
      </Page>
    )
  return (
    <Page
      heading={heading}
      lead={lead && (hasContent || syncedAt !== null ? lead : <span className="field-lead" />)}
      width="narrow"
    >
      <SyncStrip />
      <div className="field-content">
        {isUnreadable ? (
          <Unreadable />
        ) : hasContent ? (
          children
        ) : (
          <NoCustomers isLoading={isLoading} hasSynced={syncedAt !== null} />
        )}
      </div>
      <BottomBar />
    </Page>
  )
}

function Unreadable(): ReactNode {
  return (
    <EmptyState picture={phonePicture}>
      <p>{t('What is stored on this phone could not be read.')}</p>
      <Button onClick={() => location.reload()}>{t('Reload this page')}</Button>
    </EmptyState>
  )
}

function NoCustomers({ isLoading, hasSynced }: { isLoading: boolean; hasSynced: boolean }): ReactNode {
  const { isOnline, isSyncing, isOfflineSession } = useSyncState()
  if (isLoading) return <Skeleton lines={6} />
  if (isOfflineSession)
    return (
      <EmptyState picture={phonePicture}>
        <p>
          {t(
            'Your customers were removed from this phone when you logged out. They are downloaded again when you log in with a network. What you recorded is in the outbox.',
          )}
        </p>
        <p className="links">
          {isOnline && (
            <Link className="button button-main" to="/login?to=%2Ftoday">
              {t('Login')}
            </Link>
          )}
          <Link className="button button-plain" to="/outbox">
            {t('Outbox')}
          </Link>
          <Link className="button button-plain" to="/record/new">
            {t('New customer')}
          </Link>
        </p>
      </EmptyState>
    )
  if (hasSynced)
    return (
      <EmptyState picture={phonePicture}>
        <p>{t('No customers are assigned to you yet. Ask your manager or the office to assign them.')}</p>
        <p className="links">
          <Button busy={isSyncing} onClick={() => void syncNow()}>
            {isSyncing ? t('Checking…') : t('Check again')}
          </Button>
          <WhyButton label={t('What may I do?')} />
        </p>
      </EmptyState>
    )
  return (
    <EmptyState picture={phonePicture}>
      {isOnline ? (
        <>
          <p>{t('Downloading your customers to this phone…')}</p>
          <progress className="field-progress" aria-label={t('Downloading your customers')} />
        </>
      ) : (
        <p>
          {t('This phone holds no customers yet. Connect it to the internet once: they are downloaded then.')}
        </p>
      )}
      {!isSyncing && <Button onClick={() => void syncNow()}>{t('Download now')}</Button>}
    </EmptyState>
  )
}
