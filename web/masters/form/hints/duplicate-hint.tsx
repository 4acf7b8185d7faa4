import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { isMergeable } from '#domain/catalogue/identity-fields.ts'
import { similarityFieldsOf } from '#domain/duplicates/similarity-fields.ts'
import { findDuplicates } from '../../../api/records.ts'
import { useMay } from '../../../api/use-may.ts'
import './duplicate-hint.css'
import { useQuery } from '../../../ui/use-query.ts'
import { recordPath } from '../../record-path.ts'
import { useFormContext } from '../form-context.ts'
import { isLeftForButton } from './left-for-button.ts'
import { Link } from '../../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** More would push the fields below out of sight. */
const maxShown = 3

/** Possible duplicates of the typed record, once a compared field is left. It is only a hint and never blocks saving. */
export function DuplicateHint(): ReactNode {
  const { form } = useFormContext()
  const { entity, values, base } = form
  const may = useMay()
  const hint = useRef<HTMLDivElement>(null)
  const { names, identifiers } = similarityFieldsOf(entity)
  const compared = [...names, ...identifiers.flatMap((each) => each.names)]
  const [typed, setTyped] = useState<string | null>(null)
  const isCompared = (target: EventTarget | null): target is HTMLInputElement =>
    target instanceof HTMLInputElement && compared.includes(target.name)
  const lookUp = useEffectEvent(() => {
    const given = compared.map((name) => [name, values[name]]).filter(([, value]) => value)
    setTyped(JSON.stringify({ ...Object.fromEntries(given), ...(base && { id: base.id }) }))
  })
  const onLeave = useEffectEvent((event: FocusEvent) => {
    if (isCompared(event.target) && !isLeftForButton(event)) lookUp()
  })
  // A restored draft, or a field that was left before this code was loaded.
  const lookUpUnlessTyping = useEffectEvent(() => {
    const { activeElement } = document
    if (!isCompared(activeElement) || activeElement.value === '') lookUp()
  })
  useEffect(() => {
    const element = hint.current?.closest('form')
    element?.addEventListener('focusout', onLeave)
    const timer = setTimeout(lookUpUnlessTyping)
    return () => {
      clearTimeout(timer)
      element?.removeEventListener('focusout', onLeave)
    }
  }, [])
  const isEnabled = typed !== null && compared.length > 0 && may('read', entity.name)
  // A failed lookup is ignored.
  const { data: found = [] } = useQuery(
    [entity, typed],
    (signal) => findDuplicates(entity, JSON.parse(typed ?? '{}'), signal),
    { enabled: isEnabled, keepsDataOnError: true },
  )
  const canMerge = base && isMergeable(entity) && may('delete', entity.name) && may('create', 'batch')
  return (
    <div aria-live="polite" ref={hint}>
      {found.length > 0 && (
        <div className="duplicate-hint">
          <p>{t('Already there?')}</p>
          <ul>
            {found.slice(0, maxShown).map(({ id, name, title, reasons }) => (
              <li key={id}>
                {t('{record}: {reasons}.', {
                  record: title ? `${title} (${name})` : name,
                  reasons: reasons.join(', '),
                })}{' '}
                <Link to={recordPath(entity, id)} aria-label={t('Open {name}', { name })}>
                  {t('Open')}
                </Link>{' '}
                {canMerge && (
                  <Link
                    to={mergePath(recordPath(entity, base.id), id)}
                    aria-label={t('Merge with {name}', { name })}
                  >
                    {t('Merge…')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
          {found.length > maxShown && (
            <p className="field-hint">
              {t('and {count, plural, one {# more} other {# more}}', { count: found.length - maxShown })}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

/** Opens the dialog of the record page. */
const mergePath = (page: string, other: string): string =>
  `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams({ merge: other }).toString()}`
