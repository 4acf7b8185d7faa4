import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Field, Value } from '#domain/catalogue/field.ts'
import { listField } from '#domain/lists/field-test.ts'
import type { FieldProblem } from '#domain/problem.ts'

/** How a spreadsheet should take a value. */
export type CellKind = 'text' | 'number' | 'money' | 'day' | 'moment'

export interface ExportColumn {
  name: string
  label: string
  kind: CellKind
  /** About how many characters wide. */
  width: number
  /** The value as a person reads it. */
  show: (value: Value) => string
}

/** `columns=Customer_Code,Customer_Name`; without it every field but what is sensitive, as the lists show them. */
export function readColumns(
  entity: Entity,
  asked: string | string[] | undefined,
  timeZone: string,
  problems: FieldProblem[],
): ExportColumn[] {
  const usual = Object.keys(entity.fields).filter((name) => !entity.fields[name]!.sensitive)
  if (Array.isArray(asked)) problems.push({ field: 'columns', message: 'columns should be given once' })
  const names = typeof asked === 'string' && asked !== '' ? asked.split(',', 101) : usual
  if (new Set(names).size < names.length)
    problems.push({ field: 'columns', message: 'columns should name each field once' })
  return names.flatMap((name) => {
    const field = listField(entity, name)
    if (field) return [columnOf(name, field, timeZone)]
    problems.push({
      field: 'columns',
      message: `${entity.plural} have no column ${name || 'without a name'}`,
    })
    return []
  })
}

function columnOf(name: string, field: Field, timeZone: string): ExportColumn {
  const kind = kindOf(field)
  return { name, label: field.label, kind, width: widthOf(field, kind), show: showing(field, kind, timeZone) }
}

function kindOf({ column, typedIn }: Field): CellKind {
  if (column.type !== 'text') return column.inHundredths ? 'money' : 'number'
  return typedIn.as === 'date' ? 'day' : typedIn.as === 'instant' ? 'moment' : 'text'
}

function showing(field: Field, kind: CellKind, timeZone: string): ExportColumn['show'] {
  // Digits alone: whoever reads a file adds them up.
  if (kind === 'number' || kind === 'money') return (value) => (value === null ? '' : String(value))
  return (value) => field.show(value, timeZone)
}

function widthOf({ label, column, reference, typedIn }: Field, kind: CellKind): number {
  const usual = { number: 10, money: 14, day: 12, moment: 17, text: 14 }[kind]
  const long = typedIn.as === 'long-text' || reference?.many ? 48 : 28
  const isName = kind === 'text' && !reference && (column.maxLength ?? 0) > 32
  return Math.max(isName || reference?.many ? long : usual, label.length + 2)
}

export const cellsIn = (columns: readonly ExportColumn[], record: StoredRecord): Value[] =>
  columns.map(({ name }) => record[name] ?? null)
