import { can } from '#domain/access/policy.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { titleText } from '#domain/catalogue/names/title-text.ts'
import { forms } from '#domain/contract/forms.ts'
import type { SearchResult, SearchResults } from '#domain/api/records/search.ts'
import { parseReference } from '#domain/field/reference.ts'
import { numberAt, textAt } from '#domain/catalogue/values.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, gate } from '../core/gate.ts'
import type { Row } from '../store/dialect.ts'

const maxPerEntity = 5
const maxResults = 30
/** A search usually takes some hundredths of a second; a busy server returns partial results after this time. */
const searchTimeout = 3000

/** The masters, small ones first, so that slow searches do not block the others. */
const searched: readonly Entity[] = forms
  .map((form) => entityNamed(form.entity))
  .toSorted((one, other) => Number(one.large) - Number(other.large))

/** `?q=pune`: the best matching records of all readable masters. */
export async function searchEverywhere(ctx: Context, typed: string): Promise<SearchResults> {
  const found = await visitsByReference(ctx, typed)
  let isCut = false
  const start = performance.now()
  for (const entity of searched) {
    if (!can(ctx.actor, 'read', entity.name).allowed) continue
    isCut ||= performance.now() - start > searchTimeout
    if (isCut) break
    const rows = await dynamicGate(ctx, 'read', entity.name).findBestMatches(typed, maxPerEntity)
    found.push(...rows.map((row) => toSearchResult(entity, row)))
  }
  return { items: found.toSorted((one, other) => one.rank - other.rank).slice(0, maxResults), isCut }
}

/** The visits that events with this reference recorded, planned or changed. The reference is what a phone showed. */
async function visitsByReference(ctx: Context, typed: string): Promise<SearchResult[]> {
  const reference = parseReference(typed)
  if (reference === undefined || !can(ctx.actor, 'read', 'visit').allowed) return []
  const events = ctx.store.read.selectFrom('field_event').select('visit_id').distinct()
  const rows = await events.where('reference', '=', reference).limit(maxPerEntity).execute()
  const { entity, find } = gate(ctx, 'read', 'visit')
  const found: SearchResult[] = []
  for (const { visit_id: id } of rows) {
    const visit = id === null ? undefined : await find(id)
    if (visit)
      found.push({
        entity: entity.name,
        path: entity.path,
        id: visit.id,
        code: visit.Visit_ID,
        name: reference,
        rank: 0,
      })
  }
  return found
}

function toSearchResult(entity: Entity, row: Row): SearchResult {
  const codes = entity.key.length > 0 ? entity.key : [entity.sortedBy]
  return {
    entity: entity.name,
    path: entity.path,
    id: textAt(row, 'id'),
    code: codes.map((name) => textAt(row, name)).join(' / '),
    name: titleText(entity, codes.at(-1)!, row),
    rank: numberAt(row, 'rank'),
  }
}
