import type { Entity } from '#domain/catalogue/entity.ts'
import { parseDay } from '#domain/dates/dates.ts'
import type { FieldTest } from '#domain/lists/list-tests.ts'
import type { Where } from '#domain/lists/where.ts'
import { groupIn, groupOf, isTest, type Filter } from './filter.ts'
import { choiceOf, choicesFor, readRelative, type Choice } from './filter-labels.ts'
import { isDay, isNumber, labelOf, listColumns } from '../list-columns.ts'
import { t } from '#domain/messages/t.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'

/** A condition being edited, which may be incomplete. */
export interface DraftTest {
  key: number
  field: string
  choice: Choice
  values: readonly string[]
}

export interface DraftGroup {
  key: number
  how: Filter['how']
  tests: readonly DraftTest[]
}

/** Nested deeper than the dialog can edit: it can only be kept or removed. */
export interface DraftNested {
  key: number
  where: Where
}

export type DraftPart = DraftTest | DraftGroup | DraftNested

export interface Draft {
  how: Filter['how']
  parts: readonly DraftPart[]
}

let count = 0

export const isDraftTest = (part: DraftPart): part is DraftTest => 'choice' in part
export const isDraftGroup = (part: DraftPart): part is DraftGroup => 'tests' in part

export function newTest(entity: Entity): DraftTest {
  const [column] = listColumns(entity).values()
  return { key: ++count, field: column!.name, choice: choicesFor(column!)[0]!, values: [] }
}

export const newGroup = (entity: Entity, how: Filter['how']): DraftGroup => ({
  key: ++count,
  how,
  tests: [newTest(entity), newTest(entity)],
})

const draftTest = (part: FieldTest): DraftTest => ({
  key: ++count,
  field: part.field,
  choice: choiceOf(part),
  values: part.values,
})

export function draftOf({ how, parts }: Filter): Draft {
  return {
    how,
    parts: parts.map((part): DraftPart => {
      if (isTest(part)) return draftTest(part)
      const group = groupIn(part)!
      return group.parts.every(isTest)
        ? { key: ++count, how: group.how, tests: group.parts.map(draftTest) }
        : { key: ++count, where: part }
    }),
  }
}

export function filterOf({ how, parts }: Draft): Filter {
  return {
    how,
    parts: parts.flatMap((part): Where[] => {
      if (isDraftTest(part)) return [fieldTest(part)]
      if (!isDraftGroup(part)) return [part.where]
      const tests = part.tests.map(fieldTest)
      return tests.length > 1 ? [groupOf({ how: part.how, parts: tests })] : tests
    }),
  }
}

function fieldTest({ field, choice, values }: DraftTest): FieldTest {
  if (choice === 'empty') return { field, test: 'is', values: [''] }
  if (choice === 'filled') return { field, test: 'not', values: [''] }
  return { field, test: choice, values: values.map((value) => isoDay(value) ?? value.trim()) }
}

/** 31/12/2026 is sent as 2026-12-31. */
const isoDay = (value: string): string | undefined => parseDay(value.trim())

/** The problem of each incomplete condition, by key. */
export function problemsIn(entity: Entity, { parts }: Draft): Record<number, string> {
  const tests = parts.flatMap((part) => (isDraftTest(part) ? [part] : isDraftGroup(part) ? part.tests : []))
  return Object.fromEntries(
    tests.flatMap((test) => {
      const problem = problemOf(entity, test)
      return problem ? [[test.key, problem]] : []
    }),
  )
}

function problemOf(entity: Entity, { field, choice, values }: DraftTest): string | undefined {
  const column = listColumns(entity).get(field)
  if (!column) return t('This list has no field {field}. Choose another field', { field })
  if (choice === 'empty' || choice === 'filled') return undefined
  if (values.length === 0 || values.some((value) => value.trim() === ''))
    return t('Enter a value for {label}, or remove this condition', { label: labelOf(column) })
  if (isDay(column) && values.some((value) => !readRelative(value) && !isoDay(value)))
    return t('{label} should be a date like 31/12/2026', { label: labelOf(column) })
  if (isNumber(column)) {
    const readings = values.map((value) => readField(column.field!, value))
    const wrong = readings.find((reading) => 'problem' in reading)
    return wrong && 'problem' in wrong ? wrong.problem : undefined
  }
  return undefined
}
