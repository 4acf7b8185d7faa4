import type { ReactNode } from 'react'
import { forms } from '#domain/contract/forms.ts'
import { Link } from '../../ui/link.tsx'
import { labelInSentence } from '../label-in-sentence.ts'
import type { OptionSource } from '../inputs/input-props.ts'
import { t } from '#domain/messages/t.ts'

/** A hint for a list that is empty or failed to load. */
export function EmptyListHint({
  optionSource,
  onAdd,
}: {
  optionSource: OptionSource
  onAdd: (() => void) | undefined
}): ReactNode {
  const { first, optionQuery, retry } = optionSource
  const { entity } = optionQuery
  if (first === null) {
    return (
      <p className="field-hint">
        {t('Could not load the list.')}{' '}
        <button type="button" className="link" onClick={retry}>
          {t('Try again')}
        </button>
      </p>
    )
  }
  const form = forms.find((each) => each.entity === entity.name)
  const plural = labelInSentence(entity.plural)
  return (
    <p className="field-hint">
      {first.items.length > 0
        ? t('No {plural} that match the values above yet.', { plural })
        : t('No {plural} yet.', { plural })}{' '}
      {onAdd ? (
        <button type="button" className="link" onClick={onAdd}>
          {t('Add one')}
        </button>
      ) : (
        form && <Link to={form.route}>{t('See {screen}', { screen: t(form.menu) })}</Link>
      )}
    </p>
  )
}
