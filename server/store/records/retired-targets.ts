import type { RecordValues } from '#domain/catalogue/entity.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import type { Row } from '../dialect.ts'
import type { Link } from './reference-plan.ts'

/** A retired record is not referred to anew; a reference that the record had before stays. */
export function refuseRetired(
  { main, parts }: Link,
  rows: readonly Row[],
  values: Readonly<RecordValues>,
  previous: Readonly<RecordValues>,
): FieldProblem[] {
  const cell = `v${Object.keys(parts).indexOf(main.reference.field)}`
  const before = new Set([previous[main.name] ?? []].flat().map((code) => foldText(String(code))))
  const isUsed = new Set([values[main.name] ?? []].flat().map((code) => foldText(String(code))))
  const byCode = Map.groupBy(rows, (row) => textAt(row, cell))
  return [...byCode].flatMap(([code, same]): FieldProblem[] => {
    const folded = foldText(code)
    const [first] = same.map((row) => row['retired'] ?? null)
    // A name that several records share is retired when all of them are.
    const isRetired = typeof first === 'string' && same.every((row) => (row['retired'] ?? null) !== null)
    if (!isRetired || before.has(folded) || !isUsed.has(folded)) return []
    const message = t('{label} {code} is retired since {day}; choose another or reinstate it', {
      label: t(main.field.label),
      code,
      day: formatDate(first),
    })
    return [{ field: main.name, message }]
  })
}
