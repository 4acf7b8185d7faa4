import { useState, type ReactNode } from 'react'
import {
  levels,
  formatTerritory,
  type Level,
  type NamedTerritoryNode,
  type Scope,
  type DataScope,
} from '#domain/access/rights.ts'
import { hasDefaultRights, widestScope } from '#domain/access/role-rights.ts'
import type { RoleRow } from '#domain/api/access/roles.ts'
import { nameOfRole, describeRole } from '#domain/access/role-words.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { formatList } from '#domain/text.ts'
import type { UserView } from '#domain/api/accounts/account.ts'
import { fetchOptions } from '../api/options.ts'
import '../ui/chips.css'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
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

type AssignedRoles = Pick<UserView, 'role' | 'roles'>

export const otherRoles = ({ role, roles = [] }: AssignedRoles): readonly string[] =>
  roles.filter((each) => each !== role)

/** The widest scope of the role and of the roles by User Role Combinations. */
export function scopeWith(account: UserView, role: string | null, roles: readonly RoleRow[]): DataScope {
  const held = [role, ...otherRoles(account)]
  return widestScope(roles.filter((each) => held.includes(each.role)).map(({ sees }) => sees))
}

/** The name of the role in the Role master. */
export const roleName = (role: string | null, roles: readonly RoleRow[]): string =>
  roles.find((each) => each.role === role)?.name ?? nameOfRole(role)

/** Describes the current rights of the role. */
export function formatRole(role: string, roles: readonly RoleRow[]): string {
  const row = roles.find((each) => each.role === role)
  return describeRole(role, row !== undefined && hasDefaultRights(role, row.rights, 'everything'))
}

/** Describes the roles that come from the User Role Combinations. */
export function describeOtherRoles(account: AssignedRoles, roles: readonly RoleRow[]): string {
  const others = otherRoles(account).map((code) => roleName(code, roles))
  return others.length === 0
    ? ''
    : t('Also {roles}, by the User Role Combination master.', { roles: formatList(others) })
}

/** Describes which records an account sees. */
export function scopeLabel(account: UserView, roles: readonly RoleRow[]): string {
  const { places, employee } = account
  const sees = scopeWith(account, account.role, roles)
  const isAdministrator = [account.role, ...otherRoles(account)].includes('ADMIN')
  if (isAdministrator || places === 'everything') return t('Sees everything')
  const name = employee?.name ?? ''
  if (places?.length === 0)
    return employee
      ? t('Sees the customers assigned to or planned for {name}; its places are deleted', { name })
      : t('Sees no customers: its places are deleted')
  if (places) {
    const values = { places: places.map(formatTerritory).join(', '), name }
    return employee
      ? t('Sees {places}, and the customers assigned to or planned for {name}', values)
      : t('Sees {places}', values)
  }
  if (sees === 'everything') return t('Sees everything')
  if (!employee) return t('Sees no customers yet')
  return t('Sees the {level} of {name}, and the customers assigned to or planned for them', {
    level: t(sees),
    name,
  })
}

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
      { level: t(sees), name: employee.name, number: employee.employeeNumber },
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
