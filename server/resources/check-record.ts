import type { RecordValues } from '#domain/catalogue/entity.ts'
import { parseRecord, problemsOfAbsence, problemsOfFuture } from '#domain/catalogue/parse-record.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { RecordWriter } from '../store/records.ts'

interface CheckOptions {
  /** Fields that the input does not mention keep their value from here. */
  base?: Readonly<RecordValues>
  /** What it refers to without the doing of whoever saves it, who need not see that: what stands there already. */
  kept?: Readonly<RecordValues>
  /** What is known to be wrong already. */
  problems?: readonly FieldProblem[]
}

/** Reads, completes and checks a record; throws every problem at once. */
export async function checkRecord(
  writer: Pick<RecordWriter, 'entity' | 'resolve' | 'today'>,
  input: unknown,
  { base, kept = base, problems = [] }: CheckOptions = {},
): Promise<RecordValues> {
  const { entity } = writer
  const parsed = parseRecord(entity, input, base, kept)
  const resolved = await writer.resolve(parsed.values, kept)
  const future = problemsOfFuture(entity, parsed.values, writer.today(), kept)
  const wrong = [...problems, ...parsed.problems, ...future, ...resolved.problems]
  const named = new Set(wrong.map((problem) => problem.field))
  const absent = problemsOfAbsence(entity, resolved.values).filter((problem) => !named.has(problem.field))
  const all = [...wrong, ...(named.has('') ? [] : absent)]
  if (all.length > 0) throw invalid(all)
  return resolved.values
}
