import { addDays, parseDay } from '#domain/dates.ts'
import { unreadable } from '#domain/problem.ts'
import { overdueAges, type DueState, type PlanOrder } from '#domain/visits/plans.ts'
import type { Filter } from '../store/conditions.ts'
import type { ListQuery } from '../store/record-list.ts'
import { dayNumber, dueFirst } from './visit-store.ts'

/**
 * The list is read part by part, each along its own index: open plans (where they come first), whoever is due, whoever was
 * never visited and is therefore due today, whoever is due later.
 */
type PartName = 'planned' | 'due' | 'never' | 'later'

export interface Part {
  name: PartName
  /** Which customers belong to it. */
  filters: readonly Filter[]
  /** Where it begins; a page that starts after another knows better. */
  begin: readonly Filter[]
  order: Pick<ListQuery, 'order' | 'sort'>
}

const byId = { sort: { field: 'id', descending: false } }
const byDueDay = { ...byId, order: dueFirst }

/** The parts of the list, in their order; with a state of being due, only those that have it. */
export function partsOf(order: PlanOrder, today: string, state: DueState | undefined): Part[] {
  const { from, to, orNever } = state ? rangeOf(state, today) : { orNever: true }
  const tomorrow = addDays(today, 1)
  const planned = state ? [...limits('from', from, orNever), ...limits('to', to, orNever)] : []
  const never: Filter[] = [{ field: 'Due_Day', test: 'is', values: [null] }]
  const parts: (Part | false)[] = [
    order === 'planned' && {
      name: 'planned',
      filters: state === 'never' ? never : planned,
      begin: [],
      order: byId,
    },
    state !== 'never' &&
      (from ?? '') <= today && {
        name: 'due',
        filters: limits('to', to !== undefined && to < today ? to : today),
        begin: limits('from', from),
        order: byDueDay,
      },
    orNever && { name: 'never', filters: never, begin: [], order: byId },
    state !== 'never' &&
      (to ?? tomorrow) >= tomorrow && {
        name: 'later',
        filters: limits('to', to),
        begin: limits('from', from !== undefined && from > tomorrow ? from : tomorrow),
        order: byDueDay,
      },
  ]
  return parts.filter((part) => part !== false)
}

interface Range {
  from?: string
  to?: string
  /** Whether whoever was never visited is in this state as well. */
  orNever: boolean
}

function rangeOf(state: DueState, today: string): Range {
  const age = overdueAges.find((each) => each.state === state)
  if (age)
    return {
      ...(age.to !== null && { from: addDays(today, -age.to) }),
      to: addDays(today, -age.from),
      orNever: false,
    }
  if (state === 'seen') return { from: today, orNever: false }
  if (state === 'overdue') return { to: addDays(today, -1), orNever: false }
  if (state === 'today') return { from: today, to: today, orNever: true }
  if (state === 'week') return { from: today, to: addDays(today, 6), orNever: true }
  return state === 'later' ? { from: addDays(today, 1), orNever: false } : { orNever: true }
}

function limits(test: 'from' | 'to', day: string | undefined, orNever = false): Filter[] {
  if (day === undefined) return []
  return [{ field: 'Due_Day', test, values: [dayNumber(day), ...(orNever ? [null] : [])] }]
}

/** Where a page starts: in which part of the list, and after what there. */
export interface Place {
  part: PartName
  /** The day the first page was asked for: customers who are due "today" keep their place over midnight. */
  today: string
  after?: string
}

export const writePlace = ({ part, today, after = '' }: Place): string => `${part}.${today}.${after}`

export function readPlace(text: string): Place {
  const [, part, day = '', after] =
    /^(planned|due|never|later)\.(\d{4}-\d{2}-\d{2})\.([\w-]*)$/.exec(text) ?? []
  const today = parseDay(day)
  if (!today) throw notOurs()
  return { part: part as PartName, today, ...(after && { after }) }
}

export const notOurs = (): Error => unreadable('The page asked for ("after") is not one this list gave out')
