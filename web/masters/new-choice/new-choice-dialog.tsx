import { use, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { fetchOptions, type Option, type Options } from '../../api/options.ts'
import type { OptionSource } from '../inputs/input-props.ts'
import { NewRecordContext } from './new-record-context.ts'
import type { Typed } from '../form/typed.ts'

const noOptions: Options = { items: [], more: false }

interface NewChoiceDialogProps {
  /** The entity of the surrounding form. */
  within: string
  value: Typed
  optionSource: OptionSource
  onType: (value: Typed, options?: readonly Option[]) => void
  onClose: () => void
}

/** Creates a record that is missing among the options, and chooses it. */
export function NewChoiceDialog({
  within,
  value,
  optionSource,
  onType,
  onClose,
}: NewChoiceDialogProps): ReactNode {
  const chooseRecord = async (record: StoredRecord): Promise<void> => {
    const code = showPlain(record[optionSource.optionQuery.of] ?? null)
    optionSource.retry()
    const chosen = typeof value === 'string' ? code : [...value, code]
    onType(chosen)
    // If the lookup fails, the server fills in the dependent fields.
    const { items } = await fetchOptions({ ...optionSource.optionQuery, q: code }, 5).catch(() => noOptions)
    const option = items.find((item) => item.value === code)
    if (option) onType(chosen, [option])
  }
  const renderDialog = use(NewRecordContext)
  if (!renderDialog) throw new Error('The page of this form has no dialog for new records')
  return renderDialog({
    entity: entityNamed(optionSource.optionQuery.entity.name),
    within,
    given: initialValues(optionSource, value),
    onSaved: (record) => {
      onClose()
      void chooseRecord(record)
    },
    onClose,
  })
}

/** Initial values of the new record: the text that matched nothing, and the parent levels already chosen. */
function initialValues({ optionQuery, first }: OptionSource, value: Typed): Record<string, string> {
  const { of, constraints } = optionQuery
  const { fields } = entityNamed(optionQuery.entity.name)
  const isUnknown =
    typeof value === 'string' && value !== '' && !first?.items.some((item) => item.value === value)
  const isTyped = fields[of]?.presence !== 'generated'
  const parents = Object.entries(fields).flatMap(([name, { reference }]) => {
    const code = reference && !reference.many && constraints[`under.${reference.entity}`]
    return code ? [[name, code] as const] : []
  })
  return { ...Object.fromEntries(parents), ...(isUnknown && isTyped && { [of]: value }) }
}
