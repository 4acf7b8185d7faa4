import { useState, type ReactNode } from 'react'
import {
  levels,
  placeInWords,
  type Level,
  type NamedPlace,
  type Scope,
  type Sight,
} from '#domain/access/rights.ts'
import { isUsual, widestSight } from '#domain/access/role-rights.ts'
import type { RoleRow } from '#domain/access/role-grid.ts'
import { nameOfRole, rightsOfRole } from '#domain/access/role-words.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { listInWords } from '#domain/text.ts'
import { fetchOptions } from '../api/options.ts'
import type { Person } from '../api/people.ts'
import '../styles/chips.css'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

/** What an account sees: as its employee, everything, or places that were chosen for it. */
export interface AccountSight {
  as: 'employee' | 'everything' | 'places'
  places: readonly NamedPlace[]
}

export function sightOf({ places }: Pick<Person, 'places'>): AccountSight {
  if (places === 'everything') return { as: 'everything', places: [] }
  return places ? { as: 'places', places } : { as: 'employee', places: [] }
}

/** As the server takes it. */
export const scopeOf = ({ as, places }: AccountSight): Scope => {
  if (as === 'everything') return 'everything'
  return as === 'places' ? places : []
}

/** Whether places can be given: an administrator always sees everything. Other roles that do are limited by them. */
export const mayBePlaced = (role: string, others: readonly string[] = []): boolean =>
  role !== '' && ![role, ...others].includes('ADMIN')

/** What is sent: nothing where places cannot be given. */
export const placesOf = (isPlaced: boolean, sight: AccountSight): Scope => (isPlaced ? scopeOf(sight) : [])

type Held = Pick<Person, 'role' | 'roles'>

export const otherRoles = ({ role, roles = [] }: Held): readonly string[] =>
  roles.filter((each) => each !== role)

/** How far somebody sees with a role and those of the User Role Combinations: the farthest counts. */
export function sightWith(person: Person, role: string | null, roles: readonly RoleRow[]): Sight {
  const held = [role, ...otherRoles(person)]
  return widestSight(roles.filter((each) => held.includes(each.role)).map(({ sees }) => sees))
}

/** What a role is called in the Role master. */
export const roleName = (role: string | null, roles: readonly RoleRow[]): string =>
  roles.find((each) => each.role === role)?.name ?? nameOfRole(role)

/** What it may do now, as one would tell a colleague. */
export function roleInWords(role: string, roles: readonly RoleRow[]): string {
  const row = roles.find((each) => each.role === role)
  return rightsOfRole(role, row !== undefined && isUsual(role, row.rights, 'everything'))
}

/** The roles that come from the User Role Combinations, in words. */
export function otherRolesInWords(person: Held, roles: readonly RoleRow[]): string {
  const others = otherRoles(person).map((code) => roleName(code, roles))
  return others.length === 0 ? '' : `Also ${listInWords(others)}, by the User Role Combination master. `
}

/** What an account sees, in words. */
export function sightInWords(person: Person, roles: readonly RoleRow[]): string {
  const { places, employee } = person
  const sees = sightWith(person, person.role, roles)
  const isAdministrator = [person.role, ...otherRoles(person)].includes('ADMIN')
  if (isAdministrator || places === 'everything') return 'Sees everything'
  const work = employee ? `the customers assigned to or planned for ${employee.name}` : ''
  if (places?.length === 0)
    return work
      ? `Sees ${work}; the places it was given are deleted`
      : 'Sees no customers: the places it was given are deleted'
  if (places) return `Sees ${places.map(placeInWords).join(', ')}${work && `, and ${work}`}`
  if (sees === 'everything') return 'Sees everything'
  if (!employee) return 'Sees no customers yet'
  return `Sees the ${sees} of ${employee.name}, and the customers assigned to or planned for them`
}

/** What is missing before it can be saved. */
export const problemOfSight = ({ as, places }: AccountSight): string | undefined =>
  as === 'places' && places.length === 0
    ? 'Choose at least one place, or let it see as the employee'
    : undefined

interface AccountSightProps {
  /** Of whom is only invited, nothing but the e-mail is known. */
  person: Pick<Person, 'email'> & Partial<Pick<Person, 'employee'>>
  /** How far the chosen role sees. */
  sees: Sight
  sight: AccountSight
  problem: string | undefined
  onChange: (sight: AccountSight) => void
}

export function AccountSightField({ person, sees, sight, problem, onChange }: AccountSightProps): ReactNode {
  const chosen: readonly [AccountSight['as'], string, string] = [
    'places',
    'Chosen places',
    sees === 'everything'
      ? 'Only what lies in any of them, and the customers assigned to or planned for the employee.'
      : 'What lies in any of them and in the places of those who report to them, and the customers assigned to or planned for any of them.',
  ]
  const all = 'All customers, visits, balances and employees.'
  const choices: readonly (readonly [AccountSight['as'], string, string])[] =
    sees === 'everything'
      ? [[sight.as === 'everything' ? 'everything' : 'employee', 'Everything', all], chosen]
      : [
          ['employee', 'As the employee', placeOfEmployee(sees, person)],
          ['everything', 'Everything', all],
          chosen,
        ]
  return (
    <Field
      label="Sees"
      isGroup
      hint={choices.find(([as]) => as === sight.as)![2]}
      problem={sight.as === 'places' ? problem : undefined}
    >
      {() => (
        <>
          <div className="choices">
            {choices.map(([as, words]) => (
              <label key={as} className="choice">
                <input
                  type="radio"
                  name="sees"
                  checked={sight.as === as}
                  onChange={() => onChange({ ...sight, as })}
                />
                {words}
              </label>
            ))}
          </div>
          {sight.as === 'places' && (
            <ChosenPlaces places={sight.places} onChange={(places) => onChange({ ...sight, places })} />
          )}
        </>
      )}
    </Field>
  )
}

function placeOfEmployee(sees: Sight, { email, employee }: AccountSightProps['person']): string {
  if (employee)
    return `The ${sees} of ${employee.name} (${employee.employeeNumber}) and of those who report to them, and the customers assigned to or planned for any of them.`
  return employee === null
    ? `No employee has the e-mail ${email}: sees no customers yet.`
    : `The ${sees} of the employee who has this e-mail and of those who report to them, and the customers assigned to or planned for any of them; no customers while there is none.`
}

interface ChosenPlacesProps {
  places: readonly NamedPlace[]
  onChange: (places: readonly NamedPlace[]) => void
}

function ChosenPlaces({ places, onChange }: ChosenPlacesProps): ReactNode {
  const [level, setLevel] = useState<Level>(places[0]?.level ?? 'station')
  const entity = entityNamed(level)
  return (
    <>
      {places.length > 0 && (
        <ul className="chips" aria-label="Chosen places">
          {places.map((place) => (
            <li key={placeInWords(place)} className="chip">
              {placeInWords(place)}
              <button
                type="button"
                aria-label={`Take ${placeInWords(place)} away`}
                onClick={() => onChange(places.filter((each) => each !== place))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="account-place">
        <Field label="Level">
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              value={level}
              onChange={(event) => setLevel(event.target.value as Level)}
            >
              {levels.map((each) => (
                <option key={each} value={each}>
                  {entityNamed(each).singular}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={`Add a ${entity.singular.toLowerCase()}`}>
          {(attributes) => (
            <Combobox
              key={level}
              name="places"
              label={entity.singular}
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
