import { decide } from '#domain/access/allowances.ts'
import { qualityRules } from '#domain/data-quality/rules.ts'
import { readOr } from '../api/read.ts'
import { currentSession } from '../api/session.ts'
import { actorOf } from '../api/session-account.ts'
import { readDataQuality } from '../data-quality/data-quality-api.ts'
import { t } from '#domain/messages/t.ts'

interface LateFigure {
  to: string
  count: number
  label: string
}

/** What waits for the office: records to fix, and what arrived from the field; left out when there is none, or when the request fails. */
export async function lateFigures(signal: AbortSignal): Promise<LateFigure[]> {
  const may = (action: 'read' | 'update', subject: string): boolean =>
    decide(actorOf(currentSession()), action, subject).allowed
  const figures = await Promise.all([
    may('read', 'dataHealth') ? dataQualityFigure(signal) : [],
    may('update', 'customer') ? proposalsFigure(signal) : [],
    may('update', 'visit') ? arrivalsFigure(signal) : [],
  ])
  return figures.flat()
}

const onlyCount = (signal: AbortSignal) => ({ query: { limit: '1' }, signal })

async function proposalsFigure(signal: AbortSignal): Promise<LateFigure[]> {
  const none = { open: 0 }
  const { open } = await readOr('/api/v1/field/proposals', none, onlyCount(signal)).catch(() => none)
  const label = t('{open, plural, one {proposal to decide} other {proposals to decide}}', { open })
  return open > 0 ? [{ to: '/proposals', count: open, label }] : []
}

async function arrivalsFigure(signal: AbortSignal): Promise<LateFigure[]> {
  const none = { unseen: 0 }
  const { unseen } = await readOr('/api/v1/field/arrivals', none, onlyCount(signal)).catch(() => none)
  const label = t('{unseen, plural, one {marked arrival} other {marked arrivals}}', { unseen })
  return unseen > 0 ? [{ to: '/arrivals', count: unseen, label }] : []
}

/** Number of records to fix; a failure only drops this figure. */
async function dataQualityFigure(signal: AbortSignal): Promise<LateFigure[]> {
  const { items } = await readDataQuality(signal).catch(() => ({ items: [] }))
  const isWrong = new Set(qualityRules.filter(({ level }) => level === 'wrong').map(({ id }) => id))
  const count = items.reduce((sum, { rule, found }) => sum + (isWrong.has(rule) ? (found ?? 0) : 0), 0)
  const label = t('{count, plural, one {record to fix} other {records to fix}}', { count })
  return items.length > 0 ? [{ to: '/admin/health', count, label }] : []
}
