import { useState, type ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { areKeysOn, switchKeys } from './use-list-keys.ts'

const keys = [
  ['j  k', 'next row, row before; the arrows do the same once you are in the list'],
  ['Enter', 'open the row'],
  ['x', 'tick the row'],
  ['/', 'search'],
  ['Shift + click', 'on a heading: sort by it as well; on a tick: all rows in between'],
  ['?', 'these keys'],
  ['Esc', 'close'],
] as const

export function KeysDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [isOn, setOn] = useState(areKeysOn)
  return (
    <Dialog heading="Keys of this list" onClose={onClose}>
      <dl className="list-keys">
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
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
        Single letters are keys here
      </label>
    </Dialog>
  )
}
