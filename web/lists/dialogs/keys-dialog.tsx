import { useState, type ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import './list-dialogs.css'
import { areKeysOn, switchKeys } from '../use-list-keys.ts'
import { t } from '#domain/messages/t.ts'

type Keys = readonly (readonly [string, string])[]

const keysOfScreens = (): Keys => [
  [t('Ctrl K'), t('find a screen or a record, or create one')],
  [t('Esc'), t('close')],
]

const keysOfForms = (): Keys => [
  [t('Enter'), t('next field; at the last one, save')],
  [t('Alt C'), t('in a field that refers to another master: create the missing record')],
  [t('Alt P'), t('keep the value for the next record')],
]

const keysOfLists = (): Keys => [
  ['j  k', t('next row, previous row; the arrow keys do the same once a row has the focus')],
  [t('Enter'), t('open the row')],
  ['← →', t('next cell, previous cell of the row')],
  ['F2', t('edit the cell; Enter does the same on a cell that has the focus')],
  ['x', t('select the row')],
  ['/', t('search')],
  [t('Shift + click'), t('on a heading: also sort by it; on a checkbox: select all rows in between')],
  ['?', t('show these shortcuts')],
]

export function KeysDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [isOn, setOn] = useState(areKeysOn)
  return (
    <Dialog heading={t('Keyboard shortcuts')} onClose={onClose}>
      <KeyList heading={t('All screens')} keys={keysOfScreens()} />
      <KeyList heading={t('Forms')} keys={keysOfForms()} />
      <KeyList heading={t('Full lists')} keys={keysOfLists()} />
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

function KeyList({ heading, keys }: { heading: string; keys: Keys }): ReactNode {
  return (
    <>
      <h3 className="dialog-part">{heading}</h3>
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
    </>
  )
}
