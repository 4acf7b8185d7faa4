import { useState, type ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { areKeysOn, switchKeys } from '../use-list-keys.ts'
import { t } from '#domain/messages/t.ts'

const keys = [
  ['j  k', 'next row, previous row; the arrow keys do the same once a row has the focus'],
  ['Enter', 'open the row'],
  ['x', 'select the row'],
  ['/', 'search'],
  ['Shift + click', 'on a heading: also sort by it; on a checkbox: select all rows in between'],
  ['?', 'show these shortcuts'],
  ['Esc', 'close'],
] as const

export function KeysDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [isOn, setOn] = useState(areKeysOn)
  return (
    <Dialog heading={t('Keyboard shortcuts')} onClose={onClose}>
      <dl className="list-keys">
        {keys.map(([key, description]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <label className="choice">
        <input
          type="checkbox"
          name="keys"
          checked={isOn}
          onChange={(event) => {
            setOn(event.target.checked)
            switchKeys(event.target.checked)
          }}
        />
        Use single-letter shortcuts
      </label>
    </Dialog>
  )
}
