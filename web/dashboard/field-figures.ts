import { decide } from '#domain/access/allowances.ts'
import { readOr } from '../api/read.ts'
import { currentSession } from '../api/session.ts'
import { actorOf } from '../api/session-account.ts'
import { t } from '#domain/messages/t.ts'

interface FieldFigure {
  to: string
  count: number
  label: string
}

/** What arrived from the field and waits for the office; left out when there is none, or when the request fails. */
export async function fieldFigures(signal: AbortSignal): Promise<FieldFigure[]> {
  const may = (action: 'update', subject: string): boolean =>
    decide(actorOf(currentSession()), action, subject).allowed
  const figures = await Promise.all([
    may('update', 'customer') ? proposalsFigure(signal) : [],
    may('update', 'visit') ? arrivalsFigure(signal) : [],
  ])
  return figures.flat()
}

const onlyCount = (signal: AbortSignal) => ({ query: { limit: '1' }, signal })

async function proposalsFigure(signal: AbortSignal): Promise<FieldFigure[]> {
  const none = { open: 0 }
  const { open } = await readOr('/api/v1/field/proposals', none, onlyCount(signal)).catch(() => none)
  const label = t('{open, plural, one {proposal to decide} other {proposals to decide}}', { open })
  return open > 0 ? [{ to: '/proposals', count: open, label }] : []
}

async function arrivalsFigure(signal: AbortSignal): Promise<FieldFigure[]> {
  const none = { unseen: 0 }
  const { unseen } = await readOr('/api/v1/field/arrivals', none, onlyCount(signal)).catch(() => none)
  const label = t('{unseen, plural, one {marked arrival} other {marked arrivals}}', { unseen })
  return unseen > 0 ? [{ to: '/arrivals', count: unseen, label }] : []
}
