import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useListAddress } from '../list-address.ts'
import { labelOf, listColumns, defaultColumns } from '../list-columns.ts'
import { t } from '#domain/messages/t.ts'

/** Chooses the columns and their order, which are part of the URL and of a saved view. */
export function ColumnsDialog({ entity, onClose }: { entity: Entity; onClose: () => void }): ReactNode {
  const address = useListAddress(entity)
  const navigate = useNavigate()
  const [shown, setShown] = useState(address.columns)
  const [dragged, setDragged] = useState<string | null>(null)
  const all = listColumns(entity)
  const hidden = [...all.keys()].filter((name) => !shown.includes(name))
  const defaults = defaultColumns(entity)
  const isDefault = shown.join() === defaults.join()

  const move = (name: string, to: number): void => {
    const others = shown.filter((each) => each !== name)
    setShown(others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, name))
  }
  const onKeyDown = (event: KeyboardEvent, name: string): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!step || !event.altKey) return
    event.preventDefault()
    move(name, shown.indexOf(name) + step)
  }
  const apply = (): void => {
    onClose()
    void navigate(address.to({ columns: isDefault ? [] : shown }), { preventScrollReset: true })
  }
  const checkboxFor = (name: string): ReactNode => (
    <label className="choice">
      <input
        type="checkbox"
        name={name}
        checked={shown.includes(name)}
        onChange={(event) =>
          setShown(event.target.checked ? [...shown, name] : shown.filter((each) => each !== name))
        }
      />
      {labelOf(all.get(name)!)}
    </label>
  )
  return (
    <Dialog heading={t('Columns')} onClose={onClose}>
      <p className="field-hint for-mice">
        {t('Drag a column to its place, or move it with the arrows (Alt + ↑ and ↓).')}
      </p>
      <ol className="column-list">
        {shown.map((name, at) => (
          // Dragging is for the mouse; keys and buttons do the same.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={name}
            draggable
            className={dragged === name ? 'is-dragged' : undefined}
            onKeyDown={(event) => onKeyDown(event, name)}
            onDragStart={(event) => startDrag(event, name, setDragged)}
            onDragOver={(event) => {
              event.preventDefault()
              if (dragged && dragged !== name) move(dragged, at)
            }}
            onDragEnd={() => setDragged(null)}
          >
            {checkboxFor(name)}
            <MoveButton
              label={t('Move {label} up', { label: labelOf(all.get(name)!) })}
              isUp
              onClick={() => move(name, at - 1)}
            />
            <MoveButton
              label={t('Move {label} down', { label: labelOf(all.get(name)!) })}
              onClick={() => move(name, at + 1)}
            />
          </li>
        ))}
      </ol>
      {hidden.length > 0 && (
        <>
          <h3 className="dialog-part">{t('Not shown')}</h3>
          <ul className="column-list">
            {hidden.map((name) => (
              <li key={name}>{checkboxFor(name)}</li>
            ))}
          </ul>
        </>
      )}
      <DialogActions error={shown.length === 0 && t('Select at least one.')}>
        <Button tone="main" disabled={shown.length === 0} onClick={apply}>
          {t('Apply')}
        </Button>
        {!isDefault && <Button onClick={() => setShown(defaults)}>{t('Reset to default')}</Button>}
      </DialogActions>
    </Dialog>
  )
}

function startDrag(event: DragEvent, name: string, set: (name: string) => void): void {
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData('text/plain', name)
  set(name)
}

interface MoveButtonProps {
  label: string
  isUp?: boolean
  onClick: () => void
}

const MoveButton = ({ label, isUp = false, onClick }: MoveButtonProps): ReactNode => (
  <button
    type="button"
    className={isUp ? 'row-action is-up' : 'row-action'}
    aria-label={label}
    onClick={onClick}
  >
    <Icon name="down" />
  </button>
)
