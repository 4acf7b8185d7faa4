import { addDays, parseDay } from '#domain/dates.ts'
import { unreadable } from '#domain/problem.ts'
import type { DueState, PlanOrder } from '#domain/visits/plans.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import type { Filter, ListQuery } from '../store/record-list.ts'
import { dayNumber, dueFirst } from './visit-store.ts'

/**
 * The list is read part by part, each along its own index: open plans (where they come first), whoever is due, whoever was
 * never visited and is therefore due today, whoever is due later.
 */
const partNames = ['planned', 'due', 'never', 'later'] as const
type PartName = (typeof partNames)[number]

export interface Part {
  name: PartName
  /** Which customers belong to it, and how they are sorted. */
  filters: readonly Filter[]
  order: Pick<ListQuery, 'order' | 'sort'>
}

const byId = { sort: { field: 'id', descending: false } }
const byDueDay = { ...byId, order: dueFirst }

/** The parts of the list, in their order; with a state of being due, only those that have it. */
export function partsOf(order: PlanOrder, today: string, state: DueState | undefined): Part[] {
  const wanted = state ? filtersOf(state, today) : []
  const all: Part[] = [
    { name: 'planned', filters: wanted, order: byId },
    { name: 'due', filters: [...wanted, until(today)], order: byDueDay },
    { name: 'never', filters: [{ field: 'Due_Day', test: 'is', values: [null] }], order: byId },
    { name: 'later', filters: [...wanted, from(addDays(today, 1))], order: byDueDay },
  ]
  const names = state ? partsWith[state] : partNames
  return all.filter(({ name }) => (name === 'planned' ? order === 'planned' : names.includes(name)))
}

const partsWith: Record<DueState, readonly PartName[]> = {
  overdue: ['due'],
  today: ['due', 'never'],
  week: ['due', 'never', 'later'],
  later: ['later'],
  never: ['never'],
}

const from = (day: string, ...or: null[]): Filter => limit('from', day, or)
const until = (day: string, ...or: null[]): Filter => limit('to', day, or)
const limit = (test: 'from' | 'to', day: string, or: readonly Cell[]): Filter => ({
  field: 'Due_Day',
  test,
  values: [dayNumber(day), ...or],
})

/** Which customers are in this state; null stands for whoever was never visited. */
function filtersOf(state: DueState, today: string): Filter[] {
  if (state === 'overdue') return [until(addDays(today, -1))]
  if (state === 'today') return [from(today, null), until(today, null)]
  if (state === 'week') return [from(today, null), until(addDays(today, 6), null)]
  if (state === 'later') return [from(addDays(today, 1))]
  return [{ field: 'Due_Day', test: 'is', values: [null] }]
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
