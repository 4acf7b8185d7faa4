import type { ReactNode } from 'react'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { fetchOptions, type Option, type Options } from '../api/options.ts'
import type { Choosing } from './inputs/input-props.ts'
import { NewRecordDialog } from './new-record-dialog.tsx'
import type { Typed } from './typed.ts'

const noOptions: Options = { items: [], more: false }

interface NewChoiceDialogProps {
  /** The entity of the form around it. */
  within: string
  value: Typed
  choosing: Choosing
  onType: (value: Typed, options?: readonly Option[]) => void
  onClose: () => void
}

/** Makes the record that is missing in a choice, and chooses it. */
export function NewChoiceDialog({
  within,
  value,
  choosing,
  onType,
  onClose,
}: NewChoiceDialogProps): ReactNode {
  const take = async (record: StoredRecord): Promise<void> => {
    const code = String(record[choosing.question.of])
    choosing.retry()
    const chosen = typeof value === 'string' ? code : [...value, code]
    onType(chosen)
    // What follows from the choice is filled in by the server if it cannot be learnt now.
    const { items } = await fetchOptions({ ...choosing.question, q: code }, 5).catch(() => noOptions)
    const option = items.find((item) => item.value === code)
    if (option) onType(chosen, [option])
  }
  return (
    <NewRecordDialog
      entity={choosing.question.entity}
      within={within}
      given={givenFor(choosing, value)}
      onSaved={(record) => {
        onClose()
        void take(record)
      }}
      onClose={onClose}
    />
  )
}

/** What the new record begins with: what was typed in vain, and the levels above it that are named already. */
function givenFor({ question, first }: Choosing, value: Typed): Record<string, string> {
  const { entity, of, constraints } = question
  const isUnknown =
    typeof value === 'string' && value !== '' && !first?.items.some((item) => item.value === value)
  const isTyped = entity.fields[of]?.presence !== 'generated'
  const above = Object.entries(entity.fields).flatMap(([name, { reference }]) => {
    const code = reference && !reference.many && constraints[`under.${reference.entity}`]
    return code ? [[name, code] as const] : []
  })
  return { ...Object.fromEntries(above), ...(isUnknown && isTyped && { [of]: value }) }
}
