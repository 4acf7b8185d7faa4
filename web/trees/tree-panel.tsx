import { lazy, Suspense, useState, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referring.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { isMergeable, placesOf, renamable } from '#domain/catalogue/relied-upon.ts'
import type { Tree, TreeNode } from '#domain/trees.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { readRecord } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { countInWords } from './tree-words.ts'

const RenameDialog = lazy(async () => ({
  default: (await import('../entity/rename-dialog.tsx')).RenameDialog,
}))
const MoveDialog = lazy(async () => ({ default: (await import('../entity/move-dialog.tsx')).MoveDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('../entity/merge-dialog.tsx')).MergeDialog }))
const NewRecordDialog = lazy(async () => ({
  default: (await import('../entity/new-record-dialog.tsx')).NewRecordDialog,
}))

interface TreePanelProps {
  tree: Tree
  node: TreeNode
  panel: RefObject<HTMLElement | null>
  onChanged: () => void
}

type Doing = { what: 'rename' | 'move' | 'merge' | 'add'; record: StoredRecord }

/** What can be done with the node that is chosen. */
export function TreePanel({ tree, node, panel, onChanged }: TreePanelProps): ReactNode {
  const may = useMay()
  const [doing, setDoing] = useState<Doing | null>(null)
  const entity = entityNamed(node.entity)
  const level = tree.levels.findIndex((each) => each.entity === entity)
  const below = tree.levels[level + 1]
  const mayRecode = may('update', entity.name) && may('create', 'batch')
  const isEmpty = node.below === 0 && node.counts.every(({ count }) => count === 0)

  const begin = async (what: Doing['what']): Promise<void> => {
    notify(null)
    try {
      setDoing({ what, record: await readRecord(entity, node.id) })
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    }
  }
  const remove = async (): Promise<void> => {
    notify(null)
    try {
      const record = await readRecord(entity, node.id)
      const { removeRecord } = await import('../entity/remove-record.ts')
      const manner = { mayRestore: may('restore', entity.name), refresh: async () => onChanged() }
      const usedBy = await removeRecord(entity, record, manner)
      if (usedBy) notify({ tone: 'bad', text: `${nameRecord(entity, record)} is in use and not deleted` })
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    }
  }
  const close = (): void => setDoing(null)
  return (
    <aside className="tree-panel" ref={panel} tabIndex={-1} aria-labelledby="tree-chosen">
      <div className="tree-chosen">
        <h2 id="tree-chosen">{node.name}</h2>
        <p className="tree-kind">
          {entity.singular} {node.code}
        </p>
      </div>
      <ul className="tree-facts">
        {below && (
          <li>{countInWords({ entity: below.entity.name, count: node.below, isMore: false })} below</li>
        )}
        {node.counts.map((count) => (
          <li key={count.entity}>
            {count.count > 0 ? (
              <Link to={listBelow(count.entity, entity, node)}>{countInWords(count)}</Link>
            ) : (
              countInWords(count)
            )}
          </li>
        ))}
      </ul>
      <div className="tree-actions">
        <Link className="button button-plain" to={`/records/${entity.path}/${node.id}`}>
          Open record
        </Link>
        {below && may('create', below.entity.name) && below.path.length === 1 && (
          <Button onClick={() => void begin('add')}>Add {below.entity.singular.toLowerCase()}</Button>
        )}
        {mayRecode && renamable(entity).length > 0 && (
          <Button onClick={() => void begin('rename')}>Rename</Button>
        )}
        {mayRecode && placesOf(entity).length > 0 && <Button onClick={() => void begin('move')}>Move</Button>}
        {mayRecode && may('delete', entity.name) && isMergeable(entity) && (
          <Button onClick={() => void begin('merge')}>Merge</Button>
        )}
        {may('delete', entity.name) && isEmpty && (
          <Button tone="danger" onClick={() => void remove()}>
            Delete
          </Button>
        )}
      </div>
      {doing && (
        <Suspense>
          {doing.what === 'rename' && (
            <RenameDialog entity={entity} record={doing.record} onClose={close} onDone={onChanged} />
          )}
          {doing.what === 'move' && (
            <MoveDialog entity={entity} record={doing.record} onClose={close} onDone={onChanged} />
          )}
          {doing.what === 'merge' && (
            <MergeDialog entity={entity} record={doing.record} onClose={close} onDone={onChanged} />
          )}
          {doing.what === 'add' && below && (
            <NewRecordDialog
              entity={below.entity}
              within={`tree ${tree.name}`}
              given={given(below.path[0]!, doing.record)}
              onClose={close}
              onSaved={(saved) => {
                close()
                notify({ tone: 'good', text: `${nameRecord(below.entity, saved)} is added` })
                onChanged()
              }}
            />
          )}
        </Suspense>
      )}
    </aside>
  )
}

/** The parent, filled in. */
const given = (step: Parameters<typeof partsOfReference>[0], parent: StoredRecord): Record<string, string> =>
  Object.fromEntries(
    Object.entries(partsOfReference(step)).map(([target, own]) => [own, String(parent[target])]),
  )

const listBelow = (counted: string, entity: Entity, node: TreeNode): string =>
  `/lists/${entityNamed(counted).path}?${new URLSearchParams({ below: `${entity.name}:${node.code}` }).toString()}`
