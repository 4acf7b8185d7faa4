import type { Entity } from '#domain/catalogue/entity.ts'
import type { Repointed } from '#domain/repoint.ts'
import type { TreePage } from '#domain/trees.ts'
import { request } from './client.ts'
import { readOr } from './read.ts'

export type RepointVerb = 'rename' | 'move' | 'merge'

/** A change of a record with everything that refers to it; with `rehearse` it is only told. */
export function repoint(
  entity: Entity,
  id: string,
  verb: RepointVerb,
  body: Readonly<Record<string, unknown>>,
  rehearse: boolean,
): Promise<Repointed> {
  const path = `/api/v1/${entity.path}/${encodeURIComponent(id)}/${verb}`
  return request<Repointed>('POST', path, { body: { ...body, rehearse } })
}

export function treeOf(
  tree: string,
  query: { parent?: string; q?: string; after?: string },
  signal?: AbortSignal,
): Promise<TreePage> {
  return readOr<TreePage>(
    `/api/v1/trees/${tree}`,
    { items: [], next: null },
    { query, ...(signal && { signal }) },
  )
}
