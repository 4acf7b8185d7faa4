import { useState, type ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { areKeysOn, switchKeys } from '../use-list-keys.ts'
import { t } from '#domain/messages/t.ts'

const keys = (): (readonly [string, string])[] => [
  ['j  k', t('next row, previous row; the arrow keys do the same once a row has the focus')],
  [t('Enter'), t('open the row')],
  ['← →', t('next cell, previous cell of the row')],
  ['F2', t('edit the cell; Enter does the same on a cell that has the focus')],
  ['x', t('select the row')],
  ['/', t('search')],
  [t('Shift + click'), t('on a heading: also sort by it; on a checkbox: select all rows in between')],
  ['?', t('show these shortcuts')],
  [t('Esc'), t('close')],
]

export function KeysDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [isOn, setOn] = useState(areKeysOn)
  return (
    <Dialog heading={t('Keyboard shortcuts')} onClose={onClose}>
      <dl className="list-keys">
        {keys().map(([key, description]) => (
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
        {t('Use single-letter shortcuts')}
      </label>
    </Dialog>
  )
}
