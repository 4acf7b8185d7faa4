import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import { displayTimeZone } from '#domain/dates/firm-zone.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { Link } from '../ui/link.tsx'
import { useReadProblem } from './store/live-value.ts'
import { useSyncState, type SyncState } from './sync.ts'
import './sync-strip.css'
import { t } from '#domain/messages/t.ts'

/** The state of sending, on every field screen. */
export function SyncStrip(): ReactNode {
  return <Strip state={useSyncState()} />
}

/** The same on the other screens, while something needs the network or the person. */
export function UnsentStrip(): ReactNode {
  const state = useSyncState()
  const isShown = state.waiting + state.refused > 0 || state.needsLogin
  return isShown && <Strip state={state} />
}

function Strip({ state }: { state: SyncState }): ReactNode {
  const { waiting, refused, needsLogin, isOfflineSession, problem, offlineSince, isOnline, clockOffset } =
    state
  const readProblem = useReadProblem()
  const isBad = readProblem !== null || refused > 0 || needsLogin || problem !== null
  const isWaiting = waiting > 0 || !isOnline || isOfflineSession
  const tone = isBad ? 'bad' : isWaiting ? 'waiting' : 'good'
  const minutes = Math.round(Math.abs(clockOffset) / 60_000)
  return (
    <div className={`sync-strip sync-strip-${tone}`}>
      <output className="sync-facts">
        {readProblem !== null && <span>{readProblem}</span>}
        {problem !== null && <span>{problem}</span>}
        {refused > 0 && (
          <Link to="/outbox">
            {t('{refused, plural, one {# needs you} other {# need you}}', { refused })}
          </Link>
        )}
        {waiting > 0 && <span>{t('{waiting, number} waiting', { waiting })}</span>}
        {needsLogin && <Link to="/login?to=/outbox">{t('Log in to send what you recorded')}</Link>}
        {isOfflineSession && isOnline && !needsLogin && (
          <Link to="/login?to=/today">{t('Log in to see your customers')}</Link>
        )}
        {!isOnline && (
          <span>
            {offlineSince === null
              ? t('No network')
              : t('No network since {time}', { time: shortTime(offlineSince) })}
          </span>
        )}
        {!isBad && !isWaiting && <span>{sentText(state)}</span>}
      </output>
      {minutes > 5 && (
        <p className="sync-clock">
          {t(
            '{direction, select, fast {The clock of this phone is {minutes, plural, one {# minute} other {# minutes}} fast.} other {The clock of this phone is {minutes, plural, one {# minute} other {# minutes}} slow.}} Switch on the automatic time in its settings.',
            { direction: clockOffset < 0 ? 'fast' : 'slow', minutes },
          )}
        </p>
      )}
    </div>
  )
}

function sentText({ lastSentAt, isSyncing }: SyncState): string {
  if (isSyncing) return t('Syncing…')
  return lastSentAt === null ? t('Nothing to send') : t('All sent {time}', { time: shortTime(lastSentAt) })
}

/** The time of today; an earlier day with its date. */
function shortTime(at: string): string {
  const { day, time } = wallClock(new Date(at), displayTimeZone())
  const isToday = day === wallClock(new Date(), displayTimeZone()).day
  return isToday ? time.slice(0, 5) : `${formatDate(day)} ${time.slice(0, 5)}`
}
