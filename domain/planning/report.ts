import { formatDate } from '../dates/dates.ts'
import { t } from '../messages/t.ts'

/** What a solution says besides its stops; stored, and written as sentences in the language of the reader. */
export interface PlanReport {
  /** Visits that fall due in the period, and how many of them the solver considered. */
  due: number
  considered: number
  planned: number
  /** More visits than this fit in no order. */
  atMost: number
  kilometres: number
  /** No plan costs less by more than this, in percent; null: unknown. */
  gap: number | null
  /** Stops were changed by hand since. */
  isEdited?: boolean
  isCancelled: boolean
  /** Customers that are not planned, the most urgent first. */
  leftOut: readonly { code: string; due: string }[]
  notes: readonly PlanNote[]
  measures: readonly Measure[]
}

/** Something that the reader of a plan should know. */
export type PlanNote =
  | { kind: 'no capacity' }
  | { kind: 'no working day' }
  | { kind: 'no start'; city: string | null }
  | { kind: 'place of city'; count: number }
  | { kind: 'no place'; codes: readonly string[] }
  | { kind: 'less urgent'; count: number; considered: number }
  | { kind: 'appointment off'; code: string; day: string; reason: string }
  | { kind: 'appointment outside'; code: string; day: string; time: string; start: string; end: string }
  | { kind: 'appointments clash'; code: string; other: string; day: string; time: string }
  | { kind: 'appointment too many'; code: string; day: string; stops: number }

/** The customers that a note is about. */
export function customersOfNote(note: PlanNote): readonly string[] {
  if (note.kind === 'no place') return note.codes
  if (note.kind === 'appointments clash') return [note.other, note.code]
  return 'code' in note ? [note.code] : []
}

export function describeNote(note: PlanNote): string {
  switch (note.kind) {
    case 'no capacity':
      return t('The working time allows no stop a day, so nothing can be planned. Set the stops per day')
    case 'no working day':
      return t('The period has no working day: all its days are days off, holidays or leave')
    case 'no start':
      return note.city === null
        ? t('The employee has no place to start from: the middle of the customers is used. Set a start place')
        : t(
            'The coordinates of {city}, where the employee starts, are unknown: the middle of the customers is used',
            {
              city: note.city,
            },
          )
    case 'place of city':
      return t(
        '{count, plural, one {# customer has no coordinates: those of the city are used} other {# customers have no coordinates: those of their cities are used}}',
        { count: note.count },
      )
    case 'no place':
      return t(
        '{count, plural, one {# customer has no coordinates, and neither has the city: it is planned as if it were at the start} other {# customers have no coordinates, and neither have their cities: they are planned as if they were at the start}}: {codes}',
        { count: note.codes.length, codes: note.codes.slice(0, 5).join(', ') },
      )
    case 'less urgent':
      return t(
        '{considered, number} of the visits that fall due were considered, the most urgent ones; {count, number} that are far less urgent were left out',
        { considered: note.considered, count: note.count },
      )
    case 'appointment off':
      return t('The appointment with {code} on {day} is on a day without work: {reason}', {
        ...note,
        day: formatDate(note.day),
      })
    case 'appointment outside':
      return t(
        'The appointment with {code} on {day} at {time} is outside the working time, {start} to {end}',
        {
          ...note,
          day: formatDate(note.day),
        },
      )
    case 'appointments clash':
      return t('The appointments with {other} and {code} on {day} at {time} cannot both be kept', {
        ...note,
        day: formatDate(note.day),
      })
    case 'appointment too many':
      return t('The appointment with {code} on {day} is one more than the {stops} stops of the day', {
        ...note,
        day: formatDate(note.day),
      })
  }
}

/** A change with which more visits fit, and how many then do; found by solving again. */
export type Measure = { planned: number; due: number } & (
  | { kind: 'more stops'; more: number; stops: number }
  | {
      kind: 'longer interval'
      city: string
      cityName: string
      from: number
      to: number
      codes: readonly string[]
    }
  | { kind: 'hand over'; cityName: string; employee: string; employeeName: string; codes: readonly string[] }
)

/** "Two more stops a day would do"; otherwise how many visits fit with it. */
export function describeMeasure(measure: Measure): string {
  const values = {
    planned: measure.planned,
    due: measure.due,
    isAll: measure.planned >= measure.due ? 'yes' : 'no',
  }
  if (measure.kind === 'more stops')
    return t(
      '{isAll, select, yes {{more, plural, one {# more stop a day would do} other {# more stops a day would do}}} other {{more, plural, one {With # more stop a day {planned} of {due} would fit} other {With # more stops a day {planned} of {due} would fit}}}}',
      { ...values, more: measure.more },
    )
  if (measure.kind === 'longer interval')
    return t(
      '{isAll, select, yes {{to} instead of {from} days between visits would do, for {count, plural, one {# customer} other {# customers}} in {city}} other {With {to} instead of {from} days between visits, for {count, plural, one {# customer} other {# customers}} in {city}, {planned} of {due} would fit}}',
      { ...values, from: measure.from, to: measure.to, count: measure.codes.length, city: measure.cityName },
    )
  return t(
    '{isAll, select, yes {Handing {count, plural, one {# customer} other {# customers}} around {city} to {employee} would do} other {With {count, plural, one {# customer} other {# customers}} around {city} handed to {employee} {planned} of {due} would fit}}',
    { ...values, count: measure.codes.length, city: measure.cityName, employee: measure.employeeName },
  )
}
