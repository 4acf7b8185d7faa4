import { useState, type ReactNode } from 'react'
import {
  levels,
  formatTerritory,
  type Level,
  type NamedTerritoryNode,
  type Scope,
  type DataScope,
} from '#domain/access/rights.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { UserView } from '#domain/api/accounts/account.ts'
import { fetchOptions } from '../api/options.ts'
import '../ui/chips.css'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { withRetired } from './user-roles.ts'
import { t } from '#domain/messages/t.ts'

/** Which records an account sees: those of its employee, all, or those in chosen places. */
export interface UserScope {
  as: 'employee' | 'everything' | 'places'
  places: readonly NamedTerritoryNode[]
}

export function scopeOfAccount({ places }: Pick<UserView, 'places'>): UserScope {
  if (places === 'everything') return { as: 'everything', places: [] }
  return places ? { as: 'places', places } : { as: 'employee', places: [] }
}

/** The form in which it is sent. */
export const scopeOf = ({ as, places }: UserScope): Scope => {
  if (as === 'everything') return 'everything'
  return as === 'places' ? places : []
}

/** Whether the account can be limited to places: an administrator always sees everything, any other role can be limited. */
export const canHavePlaces = (role: string, others: readonly string[] = []): boolean =>
  role !== '' && ![role, ...others].includes('ADMIN')

/** The places to send; none where the role cannot be limited. */
export const placesOf = (hasPlaces: boolean, scope: UserScope): Scope => (hasPlaces ? scopeOf(scope) : [])

/** The problem that keeps the scope from being saved. */
export const validateScope = ({ as, places }: UserScope): string | undefined =>
  as === 'places' && places.length === 0
    ? t('Choose at least one place, or choose “As the employee”')
    : undefined

interface UserScopeProps {
  /** Of an invited user only the e-mail is known. */
  account: Pick<UserView, 'email'> & Partial<Pick<UserView, 'employee'>>
  /** The scope of the chosen role. */
  sees: DataScope
  scope: UserScope
  problem: string | undefined
  onChange: (scope: UserScope) => void
}

export function UserScopeField({ account, sees, scope, problem, onChange }: UserScopeProps): ReactNode {
  const chosen: readonly [UserScope['as'], string, string] = [
    'places',
    t('Chosen places'),
    sees === 'everything'
      ? t('Only records in these places, and the customers assigned to or planned for the employee.')
      : t(
          'Records in these places and in the places of those who report to them, and the customers assigned to or planned for any of them.',
        ),
  ]
  const all = t('All customers, visits, balances and employees.')
  const choices: readonly (readonly [UserScope['as'], string, string])[] =
    sees === 'everything'
      ? [[scope.as === 'everything' ? 'everything' : 'employee', t('Everything'), all], chosen]
      : [
          ['employee', t('As the employee'), describeEmployeeScope(sees, account)],
          ['everything', t('Everything'), all],
          chosen,
        ]
  return (
    <Field
      label={t('Sees')}
      isGroup
      hint={choices.find(([as]) => as === scope.as)![2]}
      problem={scope.as === 'places' ? problem : undefined}
    >
      {() => (
        <>
          <div className="choices">
            {choices.map(([as, words]) => (
              <label key={as} className="choice">
                <input
                  type="radio"
                  name="sees"
                  checked={scope.as === as}
                  onChange={() => onChange({ ...scope, as })}
                />
                {words}
              </label>
            ))}
          </div>
          {scope.as === 'places' && (
            <ChosenPlaces places={scope.places} onChange={(places) => onChange({ ...scope, places })} />
          )}
        </>
      )}
    </Field>
  )
}

function describeEmployeeScope(sees: DataScope, { email, employee }: UserScopeProps['account']): string {
  if (employee)
    return t(
      'The {level} of {name} ({number}) and of those who report to them, and the customers assigned to or planned for any of them.',
      { level: t(sees), name: withRetired(employee.name, employee), number: employee.employeeNumber },
    )
  return employee === null
    ? t('No employee has the e-mail {email}: sees no customers yet.', { email })
    : t(
        'The {level} of the employee who has this e-mail and of those who report to them, and the customers assigned to or planned for any of them; no customers while there is none.',
        { level: t(sees) },
      )
}

interface ChosenPlacesProps {
  places: readonly NamedTerritoryNode[]
  onChange: (places: readonly NamedTerritoryNode[]) => void
}

function ChosenPlaces({ places, onChange }: ChosenPlacesProps): ReactNode {
  const [level, setLevel] = useState<Level>(places[0]?.level ?? 'station')
  const entity = entityNamed(level)
  return (
    <>
      {places.length > 0 && (
        <ul className="chips" aria-label={t('Chosen places')}>
          {places.map((place) => (
            <li key={formatTerritory(place)} className="chip">
              {formatTerritory(place)}
              <button
                type="button"
                aria-label={t('Remove {place}', { place: formatTerritory(place) })}
                onClick={() => onChange(places.filter((each) => each !== place))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="account-place">
        <Field label={t('Level')}>
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              value={level}
              onChange={({ target }) => setLevel(levels.find((each) => each === target.value) ?? level)}
            >
              {levels.map((each) => (
                <option key={each} value={each}>
                  {t(entityNamed(each).singular)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('Add a {level}', { level: t(entity.singular).toLowerCase() })}>
          {(attributes) => (
            <Combobox
              key={level}
              name="places"
              label={t(entity.singular)}
              value=""
              isCollecting
              attributes={attributes}
              load={(q) => fetchOptions({ entity, of: entity.key[0]!, with: [], constraints: {}, q })}
              onChoose={(code, option) => {
                const isNew = !places.some((each) => each.level === level && each.code === code)
                if (option && isNew) onChange([...places, { level, code, name: option.title ?? code }])
              }}
            />
          )}
        </Field>
      </div>
    </>
  )
}
