import { addDays, parseDay } from '#domain/dates/dates.ts'
import { badRequest } from '#domain/problem.ts'
import { overdueAges, type DueState, type PlanOrder } from '#domain/visits/plans.ts'
import type { Filter } from '../store/query/conditions.ts'
import type { ListQuery } from '../store/query/record-list.ts'
import { dayNumber, dueFirst } from '../visits/visit-store.ts'
import { t } from '#domain/messages/t.ts'

/**
 * The list is read in sections, each through its own index: open plans (where they come first), customers that are due,
 * customers never visited and therefore due today, customers due later.
 */
const sectionNames = ['planned', 'due', 'never', 'later'] as const
type SectionName = (typeof sectionNames)[number]

export interface PlanSection {
  name: SectionName
  /** The customers of the section. */
  filters: readonly Filter[]
  /** Where the section starts; not used for a page that starts at a cursor. */
  start: readonly Filter[]
  order: Pick<ListQuery, 'order' | 'sort'>
}

const byId = { sort: { field: 'id', descending: false } }
const byDueDay = { ...byId, order: dueFirst }

/** The sections of the list in order; with a due state, only those that match it. */
export function sectionsOf(order: PlanOrder, today: string, state: DueState | undefined): PlanSection[] {
  const { from, to, includesNever } = state ? rangeOf(state, today) : { includesNever: true }
  const tomorrow = addDays(today, 1)
  const planned = state
    ? [...dueDayFilter('from', from, includesNever), ...dueDayFilter('to', to, includesNever)]
    : []
  const never: Filter[] = [{ field: 'Due_Day', test: 'is', values: [null] }]
  const sections: (PlanSection | false)[] = [
    order === 'planned' && {
      name: 'planned',
      filters: state === 'never' ? never : planned,
      start: [],
      order: byId,
    },
    state !== 'never' &&
      (from ?? '') <= today && {
        name: 'due',
        filters: dueDayFilter('to', to !== undefined && to < today ? to : today),
        start: dueDayFilter('from', from),
        order: byDueDay,
      },
    includesNever && { name: 'never', filters: never, start: [], order: byId },
    state !== 'never' &&
      (to ?? tomorrow) >= tomorrow && {
        name: 'later',
        filters: dueDayFilter('to', to),
        start: dueDayFilter('from', from !== undefined && from > tomorrow ? from : tomorrow),
        order: byDueDay,
      },
  ]
  return sections.filter((section) => section !== false)
}

interface DueRange {
  from?: string
  to?: string
  /** Whether customers never visited have this state as well. */
  includesNever: boolean
}

function rangeOf(state: DueState, today: string): DueRange {
  const age = overdueAges.find((each) => each.state === state)
  if (age)
    return {
      ...(age.to !== null && { from: addDays(today, -age.to) }),
      to: addDays(today, -age.from),
      includesNever: false,
    }
  if (state === 'seen') return { from: today, includesNever: false }
  if (state === 'overdue') return { to: addDays(today, -1), includesNever: false }
  if (state === 'today') return { from: today, to: today, includesNever: true }
  if (state === 'week') return { from: today, to: addDays(today, 6), includesNever: true }
  return state === 'later' ? { from: addDays(today, 1), includesNever: false } : { includesNever: true }
}

function dueDayFilter(test: 'from' | 'to', day: string | undefined, includesNever = false): Filter[] {
  if (day === undefined) return []
  return [{ field: 'Due_Day', test, values: [dayNumber(day), ...(includesNever ? [null] : [])] }]
}

/** Where a page starts: the section of the list, and the cursor within it. */
export interface PlanCursor {
  section: SectionName
  /** The day of the first page: customers due "today" keep their position across midnight. */
  today: string
  after?: string
}

export const writePlanCursor = ({ section, today, after = '' }: PlanCursor): string =>
  `${section}.${today}.${after}`

export function readPlanCursor(text: string): PlanCursor {
  const [, name, day = '', after] = /^(\w+)\.(\d{4}-\d{2}-\d{2})\.([\w-]*)$/.exec(text) ?? []
  const section = sectionNames.find((each) => each === name)
  const today = parseDay(day)
  if (!section || !today) throw invalidCursor()
  return { section, today, ...(after && { after }) }
}

export const invalidCursor = (): Error => badRequest(t('The cursor in "after" is not one of this list'))
