import type { Entity } from '#domain/catalogue/entity.ts'
import { parseDay, formatDate } from '#domain/dates.ts'
import type { FieldTest, ListTest } from '#domain/lists/list-tests.ts'
import type { RelativeDay as Anchor } from '#domain/lists/relative-days.ts'
import type { Where } from '#domain/lists/where.ts'
import { groupIn, isTest, labelIn } from './filter.ts'
import { isDay, isNumber, listColumns, type ListColumn } from '../list-columns.ts'

/** A condition as shown to the user, where "is empty" is separate. */
export type Choice = ListTest | 'empty' | 'filled'

const defaultLabels: Readonly<Record<Choice, string>> = {
  is: 'is',
  not: 'is not',
  has: 'contains',
  begins: 'begins with',
  from: 'from',
  to: 'to',
  empty: 'is empty',
  filled: 'has a value',
}

const numberLabels: Partial<Record<Choice, string>> = { from: 'is at least', to: 'is at most' }
const dateLabels: Partial<Record<Choice, string>> = { from: 'from', to: 'up to' }

export const conditionLabel = (choice: Choice, column: ListColumn | undefined): string =>
  (column && isNumber(column) && numberLabels[choice]) ||
  (column && isDay(column) && dateLabels[choice]) ||
  defaultLabels[choice]

/** The conditions of a column, most likely first. */
export function choicesFor(column: ListColumn): readonly Choice[] {
  const { as, field } = column
  const canBeEmpty = field !== undefined && field.presence !== 'required' && field.presence !== 'generated'
  const emptiness: Choice[] = canBeEmpty ? ['empty', 'filled'] : []
  if (as === 'instant' || as === 'date') return ['from', 'to', 'is', 'not', ...emptiness]
  if (as === 'number') return ['from', 'to', 'is', 'not', ...emptiness]
  if (as === 'choice') return ['is', 'not', ...emptiness]
  if (as === 'references') return ['is', 'not', ...emptiness]
  if (as === 'reference') return ['is', 'not', 'begins', 'has', ...emptiness]
  return ['has', 'begins', 'is', 'not', ...emptiness]
}

const isBlank = ({ values }: FieldTest): boolean => values.every((value) => value.trim() === '')

export function choiceOf(part: FieldTest): Choice {
  if (part.values.length === 0 || !isBlank(part)) return part.test
  return part.test === 'is' ? 'empty' : part.test === 'not' ? 'filled' : part.test
}

/** Relative days, as in the URL. */
export const anchors: Readonly<Record<Anchor, string>> = {
  today: 'today',
  'week-start': 'start of this week',
  'month-start': 'start of this month',
  'month-end': 'end of this month',
  'last-month-start': 'start of last month',
  'year-start': 'start of this year',
  'fy-start': 'start of the financial year',
}

export interface RelativeDay {
  anchor: Anchor
  days: number
}

export function readRelative(text: string): RelativeDay | undefined {
  const [, anchor = '', days = '0'] = /^([a-z-]+?)([+-]\d{1,5})?$/.exec(text) ?? []
  return Object.hasOwn(anchors, anchor) ? { anchor: anchor as Anchor, days: Number(days) } : undefined
}

export const writeRelative = ({ anchor, days }: RelativeDay): string =>
  days === 0 ? anchor : `${anchor}${days < 0 ? '' : '+'}${days}`

export function formatValue(value: string, column: ListColumn | undefined): string {
  if (value.trim() === '') return 'nothing'
  if (!column || !isDay(column)) return value
  const relative = readRelative(value)
  if (!relative) return formatDay(value)
  const { anchor, days } = relative
  const label = anchors[anchor]
  if (days === 0) return label
  return `${label} ${days < 0 ? '−' : '+'} ${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
}

const formatDay = (value: string): string => {
  const day = parseDay(value)
  return day ? formatDate(day) : value
}

export function describeTest(entity: Entity, part: FieldTest): string {
  const column = listColumns(entity).get(part.field)
  const choice = choiceOf(part)
  const start = `${labelIn(entity, part.field)} ${conditionLabel(choice, column)}`
  if (choice === 'empty' || choice === 'filled') return start
  return `${start} ${part.values.map((value) => formatValue(value, column)).join(' or ')}`
}

export function describeWhere(entity: Entity, part: Where): string {
  if (isTest(part)) return describeTest(entity, part)
  const { how, parts } = groupIn(part)!
  const label = parts.map((each) => {
    const text = describeWhere(entity, each)
    return isTest(each) ? text : `(${text})`
  })
  return label.join(how === 'all' ? ' and ' : ', or ')
}
