import type { Entity } from '#domain/catalogue/entity.ts'
import { parseDay, formatDate } from '#domain/dates/dates.ts'
import type { FieldTest, ListTest } from '#domain/lists/list-tests.ts'
import type { RelativeDay as Anchor } from '#domain/lists/relative-days.ts'
import type { Where } from '#domain/lists/where.ts'
import { groupIn, isTest, labelIn } from './filter.ts'
import { isDay, isNumber, listColumns, type ListColumn } from '../list-columns.ts'
import { t } from '#domain/messages/t.ts'

/** A condition as shown to the user, where "is empty" is separate. */
export type Choice = ListTest | 'empty' | 'filled'

type Condition = Choice | 'least' | 'most' | 'until'

const conditionLabels: Readonly<Record<Condition, string>> = {
  is: 'is',
  not: 'is not',
  has: 'contains',
  begins: 'begins with',
  from: 'from',
  to: 'to',
  least: 'is at least',
  most: 'is at most',
  until: 'up to',
  empty: 'is empty',
  filled: 'has a value',
}

const sentences: Readonly<Record<Condition, string>> = {
  is: '{field} is {values}',
  not: '{field} is not {values}',
  has: '{field} contains {values}',
  begins: '{field} begins with {values}',
  from: '{field} from {values}',
  to: '{field} to {values}',
  least: '{field} is at least {values}',
  most: '{field} is at most {values}',
  until: '{field} up to {values}',
  empty: '{field} is empty',
  filled: '{field} has a value',
}

function conditionOf(choice: Choice, column: ListColumn | undefined): Condition {
  if (column && isNumber(column)) return choice === 'from' ? 'least' : choice === 'to' ? 'most' : choice
  return column && isDay(column) && choice === 'to' ? 'until' : choice
}

export const conditionLabel = (choice: Choice, column: ListColumn | undefined): string =>
  t(conditionLabels[conditionOf(choice, column)])

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
  if (value.trim() === '') return t('nothing')
  if (!column || !isDay(column)) return value
  const relative = readRelative(value)
  if (!relative) return formatDay(value)
  const { anchor, days } = relative
  const day = t(anchors[anchor])
  if (days === 0) return day
  return t(
    days < 0
      ? '{day} − {count, plural, one {# day} other {# days}}'
      : '{day} + {count, plural, one {# day} other {# days}}',
    { day, count: Math.abs(days) },
  )
}

const formatDay = (value: string): string => {
  const day = parseDay(value)
  return day ? formatDate(day) : value
}

export function describeTest(entity: Entity, part: FieldTest): string {
  const column = listColumns(entity).get(part.field)
  return t(sentences[conditionOf(choiceOf(part), column)], {
    field: labelIn(entity, part.field),
    values: part.values.map((value) => formatValue(value, column)).join(` ${t('or')} `),
  })
}

export function describeWhere(entity: Entity, part: Where): string {
  if (isTest(part)) return describeTest(entity, part)
  const { how, parts } = groupIn(part)!
  const label = parts.map((each) => {
    const text = describeWhere(entity, each)
    return isTest(each) ? text : `(${text})`
  })
  return label.join(how === 'all' ? ` ${t('and')} ` : `, ${t('or')} `)
}
