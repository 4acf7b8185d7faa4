import { can } from '#domain/access/policy.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { titleOf } from '#domain/catalogue/entity.ts'
import { forms } from '#domain/contract/forms.ts'
import type { Found, FoundRecords } from '#domain/found.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { readSearch, type QueryText } from '../resources/list-query.ts'
import type { Row } from '../store/dialect.ts'

const mostOfOne = 5
const mostOfAll = 30
/** Usually all of it takes a hundredth; a server that is this busy says that it has not looked everywhere. */
const longest = 3000

/** The masters, small ones first: what takes longest must not keep the others from being found. */
const searched: readonly Entity[] = forms
  .map((form) => entityNamed(form.entity))
  .toSorted((one, other) => Number(one.large) - Number(other.large))

/** `?q=pune`: the records of any master one may read that fit best what was typed. */
export async function findEverywhere(ctx: Context, query: QueryText): Promise<FoundRecords> {
  const problems: FieldProblem[] = []
  const { q } = query
  if (Array.isArray(q)) problems.push({ field: 'q', message: 'q should be given once' })
  const typed = readSearch(Array.isArray(q) ? undefined : q, problems) ?? ''
  if (problems.length > 0) throw invalid(problems)
  const found: Found[] = []
  let isCut = false
  const start = performance.now()
  for (const entity of searched) {
    if (!can(ctx.actor, 'read', entity.name).allowed) continue
    isCut ||= performance.now() - start > longest
    if (isCut) break
    const rows = await gate(ctx, 'read', entity.name).findLike(typed, mostOfOne)
    found.push(...rows.map((row) => toFound(entity, row)))
  }
  return { items: found.toSorted((one, other) => one.rank - other.rank).slice(0, mostOfAll), isCut }
}

function toFound(entity: Entity, row: Row): Found {
  const codes = entity.key.length > 0 ? entity.key : [entity.sortedBy]
  const title = titleOf(entity, codes.at(-1)!)
  return {
    entity: entity.name,
    path: entity.path,
    id: String(row['id']),
    code: codes.map((name) => String(row[name])).join(' / '),
    name: title ? String(row[title]) : null,
    rank: Number(row['rank']),
  }
}
