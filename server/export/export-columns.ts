import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Field, Value } from '#domain/catalogue/field.ts'
import { listField } from '#domain/lists/field-test.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'

/** The cell type in a spreadsheet. */
export type CellKind = 'text' | 'number' | 'money' | 'day' | 'moment'

export interface ExportColumn {
  name: string
  label: string
  kind: CellKind
  /** The approximate width in characters. */
  width: number
  /** Formats the value for display. */
  show: (value: Value) => string
}

/** Reads `columns=Customer_Code,Customer_Name`; by default all fields except sensitive ones. */
export function readColumns(
  entity: Entity,
  requested: string | undefined,
  timeZone: string,
  problems: FieldProblem[],
): ExportColumn[] {
  const defaultNames = Object.keys(entity.fields).filter((name) => !entity.fields[name]!.sensitive)
  const names = requested ? requested.split(',', 101) : defaultNames
  if (new Set(names).size < names.length)
    problems.push({ field: 'columns', message: t('columns should name each field once') })
  return names.flatMap((name) => {
    const field = listField(entity, name)
    if (field) return [columnOf(name, field, timeZone)]
    problems.push({
      field: 'columns',
      message: t('{records} have no column {name}', {
        records: t(entity.plural),
        name: name || t('without a name'),
      }),
    })
    return []
  })
}

function columnOf(name: string, field: Field, timeZone: string): ExportColumn {
  const kind = kindOf(field)
  return {
    name,
    label: field.label,
    kind,
    width: widthOf(field, kind),
    show: formatterOf(field, kind, timeZone),
  }
}

function kindOf({ column, typedIn }: Field): CellKind {
  if (column.type !== 'text') return column.inHundredths ? 'money' : 'number'
  return typedIn.as === 'date' ? 'day' : typedIn.as === 'instant' ? 'moment' : 'text'
}

function formatterOf(field: Field, kind: CellKind, timeZone: string): ExportColumn['show'] {
  // Digits only, so that spreadsheets can add them up.
  if (kind === 'number' || kind === 'money') return (value) => (value === null ? '' : String(value))
  return (value) => field.show(value, timeZone)
}

function widthOf({ label, column, reference, typedIn }: Field, kind: CellKind): number {
  const defaultWidth = { number: 10, money: 14, day: 12, moment: 17, text: 14 }[kind]
  const long = typedIn.as === 'long-text' || reference?.many ? 48 : 28
  const isName = kind === 'text' && !reference && (column.maxLength ?? 0) > 32
  return Math.max(isName || reference?.many ? long : defaultWidth, label.length + 2)
}

export const cellsIn = (columns: readonly ExportColumn[], record: StoredRecord): Value[] =>
  columns.map(({ name }) => record[name] ?? null)
