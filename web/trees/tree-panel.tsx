import { useState, type ReactNode, type RefObject } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referrers.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { isMergeable, parentFieldsOf, renamableFields } from '#domain/catalogue/identity-fields.ts'
import type { TreeNode } from '#domain/api/records/trees.ts'
import type { Tree } from '#domain/trees.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { readRecord } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { loadCode } from '../ui/load-code.ts'
import { notify } from '../ui/notices.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { formatCount } from './tree-words.ts'
import { Link } from '../ui/link.tsx'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import { t } from '#domain/messages/t.ts'

const RenameDialog = deferredDialog(
  async () => (await import('../rename-merge/rename-dialog.tsx')).RenameDialog,
)
const MoveDialog = deferredDialog(async () => (await import('../rename-merge/move-dialog.tsx')).MoveDialog)
const MergeDialog = deferredDialog(async () => (await import('../rename-merge/merge-dialog.tsx')).MergeDialog)
const NewRecordDialog = deferredDialog(
  async () => (await import('../masters/new-choice/new-record-dialog.tsx')).NewRecordDialog,
)

interface TreePanelProps {
  tree: Tree
  node: TreeNode
  panel: RefObject<HTMLElement | null>
  onChanged: () => void
}

type OpenDialog = { what: 'rename' | 'move' | 'merge' | 'add'; record: StoredRecord }

/** Details and actions of the selected node. */
export function TreePanel({ tree, node, panel, onChanged }: TreePanelProps): ReactNode {
  const may = useMay()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const entity = entityNamed(node.entity)
  const level = tree.levels.findIndex((each) => each.entity === entity)
  const below = tree.levels[level + 1]
  const mayRecode = may('update', entity.name) && may('create', 'batch')
  const isEmpty = node.below === 0 && node.counts.every(({ count }) => count === 0)

  const opening = useSubmit({
    send: async (what: OpenDialog['what']) => ({ what, record: await readRecord(entity, node.id) }),
    onSuccess: setDialog,
  })
  const openDialog = (what: OpenDialog['what']): void => void opening.submit(what)
  const removal = useSubmit({
    send: async () => {
      const record = await readRecord(entity, node.id)
      const { removeRecord } = await loadCode(() => import('../masters/remove-record.ts'))
      const manner = { canRestore: may('restore', entity.name), refresh: async () => onChanged() }
      const usedBy = await removeRecord(entity, record, manner)
      if (!usedBy) return
      const name = nameRecord(entity, record)
      notify({ tone: 'bad', text: t('{name} is in use and was not deleted', { name }) })
    },
  })
  const close = (): void => setDialog(null)
  return (
    <aside className="tree-panel" ref={panel} tabIndex={-1} aria-labelledby="tree-chosen">
      <div className="tree-chosen">
        <h2 id="tree-chosen">{node.name}</h2>
        <p className="tree-kind">
          {t(entity.singular)} {node.code}
        </p>
      </div>
      <ul className="tree-facts">
        {below && (
          <li>
            {t('{records} below', {
              records: formatCount({ entity: below.entity.name, count: node.below, isMore: false }),
            })}
          </li>
        )}
        {node.counts.map((count) => (
          <li key={count.entity}>
            {count.count > 0 ? (
              <Link to={listBelow(count.entity, entity, node)}>{formatCount(count)}</Link>
            ) : (
              formatCount(count)
            )}
          </li>
        ))}
      </ul>
      <div className="tree-actions">
        <Link className="button button-plain" to={`/records/${entity.path}/${node.id}`}>
          {t('Open record')}
        </Link>
        {below && may('create', below.entity.name) && below.path.length === 1 && (
          <Button onClick={() => openDialog('add')}>
            {t('Add {noun}', { noun: labelInSentence(below.entity.singular) })}
          </Button>
        )}
        {mayRecode && renamableFields(entity).length > 0 && (
          <Button onClick={() => openDialog('rename')}>{t('Rename')}</Button>
        )}
        {mayRecode && parentFieldsOf(entity).length > 0 && (
          <Button onClick={() => openDialog('move')}>{t('Move')}</Button>
        )}
        {mayRecode && may('delete', entity.name) && isMergeable(entity) && (
          <Button onClick={() => openDialog('merge')}>{t('Merge')}</Button>
        )}
        {may('delete', entity.name) && isEmpty && (
          <Button tone="danger" busy={removal.isBusy} onClick={() => void removal.submit(undefined)}>
            {t('Delete')}
          </Button>
        )}
      </div>
      {dialog && (
        <>
          {dialog.what === 'rename' && (
            <RenameDialog entity={entity} record={dialog.record} onClose={close} onDone={onChanged} />
          )}
          {dialog.what === 'move' && (
            <MoveDialog entity={entity} record={dialog.record} onClose={close} onDone={onChanged} />
          )}
          {dialog.what === 'merge' && (
            <MergeDialog entity={entity} record={dialog.record} onClose={close} onDone={onChanged} />
          )}
          {dialog.what === 'add' && below && (
            <NewRecordDialog
              entity={below.entity}
              within={`tree ${tree.name}`}
              given={given(below.path[0]!, dialog.record)}
              onClose={close}
              onSaved={(saved) => {
                close()
                notify({
                  tone: 'good',
                  text: t('{name} is added', { name: nameRecord(below.entity, saved) }),
                })
                onChanged()
              }}
            />
          )}
        </>
      )}
    </aside>
  )
}

/** The initial values of a child: the reference to its parent. */
const given = (step: Parameters<typeof partsOfReference>[0], parent: StoredRecord): Record<string, string> =>
  Object.fromEntries(
    Object.entries(partsOfReference(step)).map(([target, own]) => [own, showPlain(parent[target] ?? null)]),
  )

const listBelow = (counted: string, entity: Entity, node: TreeNode): string =>
  `/lists/${entityNamed(counted).path}?${new URLSearchParams({ below: `${entity.name}:${node.code}` }).toString()}`
