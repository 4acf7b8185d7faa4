import type { Entity } from '#domain/catalogue/entity.ts'
import type { RewrittenReferences } from '#domain/api/changes/rename-merge.ts'
import type { TreePage } from '#domain/api/records/trees.ts'
import { request } from '../api/client.ts'
import { readOr } from '../api/read.ts'

export type RenameMergeVerb = 'rename' | 'move' | 'merge'

/** Changes a record and everything that refers to it; a dry run only reports what would change. */
export function rewriteReferences(
  entity: Entity,
  id: string,
  verb: RenameMergeVerb,
  body: Readonly<Record<string, unknown>>,
  isDryRun: boolean,
): Promise<RewrittenReferences> {
  const path = `/api/v1/${entity.path}/${encodeURIComponent(id)}/${verb}`
  return request<RewrittenReferences>('POST', path, { body: { ...body, dryRun: isDryRun } })
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
