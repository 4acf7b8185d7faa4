import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useListAddress } from './list-address.ts'
import { listColumns, usualColumns } from './list-columns.ts'

/** Which columns are shown and in which order; kept in the address, and so in a saved view. */
export function ColumnsDialog({ entity, onClose }: { entity: Entity; onClose: () => void }): ReactNode {
  const address = useListAddress(entity)
  const navigate = useNavigate()
  const [shown, setShown] = useState(address.columns)
  const [dragged, setDragged] = useState<string | null>(null)
  const all = listColumns(entity)
  const rest = [...all.keys()].filter((name) => !shown.includes(name))
  const usual = usualColumns(entity)
  const isUsual = shown.join() === usual.join()

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
    void navigate(address.to({ columns: isUsual ? [] : shown }), { preventScrollReset: true })
  }
  const tick = (name: string): ReactNode => (
    <label className="choice">
      <input
        type="checkbox"
        name={name}
        checked={shown.includes(name)}
        onChange={(event) =>
          setShown(event.target.checked ? [...shown, name] : shown.filter((each) => each !== name))
        }
      />
      {all.get(name)!.label}
    </label>
  )
  return (
    <Dialog heading="Columns" onClose={onClose}>
      <p className="field-hint for-mice">
        Drag a column to its place, or move it with the arrows (Alt + ↑ and ↓).
      </p>
      <ol className="column-list">
        {shown.map((name, at) => (
          // Dragging is for the mouse; the keys and the buttons do the same.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={name}
            draggable
            className={dragged === name ? 'is-dragged' : undefined}
            onKeyDown={(event) => onKeyDown(event, name)}
            onDragStart={(event) => begin(event, name, setDragged)}
            onDragOver={(event) => {
              event.preventDefault()
              if (dragged && dragged !== name) move(dragged, at)
            }}
            onDragEnd={() => setDragged(null)}
          >
            {tick(name)}
            <Mover label={`Move ${all.get(name)!.label} up`} isUp onClick={() => move(name, at - 1)} />
            <Mover label={`Move ${all.get(name)!.label} down`} onClick={() => move(name, at + 1)} />
          </li>
        ))}
      </ol>
      {rest.length > 0 && (
        <>
          <h3 className="dialog-part">Not shown</h3>
          <ul className="column-list">
            {rest.map((name) => (
              <li key={name}>{tick(name)}</li>
            ))}
          </ul>
        </>
      )}
      <div className="form-actions dialog-actions">
        <Button tone="main" disabled={shown.length === 0} onClick={apply}>
          Show these
        </Button>
        {!isUsual && <Button onClick={() => setShown(usual)}>The usual ones</Button>}
        {shown.length === 0 && <span className="field-problem">Tick at least one.</span>}
      </div>
    </Dialog>
  )
}

function begin(event: DragEvent, name: string, set: (name: string) => void): void {
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData('text/plain', name)
  set(name)
}

interface MoverProps {
  label: string
  isUp?: boolean
  onClick: () => void
}

const Mover = ({ label, isUp = false, onClick }: MoverProps): ReactNode => (
  <button
    type="button"
    className={isUp ? 'row-action is-up' : 'row-action'}
    aria-label={label}
    onClick={onClick}
  >
    <Icon name="down" />
  </button>
)
