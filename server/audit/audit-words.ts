import { inWords } from '#domain/access/policy.ts'
import type { Rights, Scope, Sight } from '#domain/access/rights.ts'
import { usualRights } from '#domain/access/role-rights.ts'
import { nameOfRole } from '#domain/access/role-words.ts'
import { showDay } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'

export type Values = Readonly<Record<string, unknown>>

/**
 * Before and after of what was decided about a role, subject by subject. Only what is not as usual is kept, so that
 * what is missing on one side is told as what is usual for the role.
 */
export function rightsInWords(role: string, before: Values | null, after: Values | null): [Values, Values] {
  const usual = usualRights(role)
  const given = (values: Values | null): Rights =>
    values ? (JSON.parse(String(values['rights'])) as Rights) : {}
  const subjects = [...new Set([before, after].flatMap((values) => Object.keys(given(values))))]
  const inFull = (values: Values | null): Values => ({
    sees: sightInWords((values?.['sees'] ?? usual.sees) as Sight),
    ...Object.fromEntries(
      subjects.map((subject) => [
        inWords(subject),
        (given(values)[subject] ?? usual.rights[subject] ?? []).join(', '),
      ]),
    ),
  })
  return [inFull(before), inFull(after)]
}

const sightInWords = (sees: Sight): string => (sees === 'everything' ? 'everything' : `their own ${sees}`)

const labels: Readonly<Record<string, string>> = {
  username: 'User Name',
  expiresAt: 'Last day',
  places: 'Sees',
  writtenBy: 'Written by',
  isNow: 'Is now',
}

export const labelInWords = (name: string): string =>
  labels[name] ?? `${name[0]!.toUpperCase()}${name.slice(1)}`

/** A value of what is no master, such as an account or a token. */
export function valueInWords(name: string, value: unknown, timeZone: string): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (name === 'role') return nameOfRole(text)
  // A token ends with its last day, at the first moment of the next one.
  if (name === 'expiresAt') return showDay(dayIn(new Date(Date.parse(text) - 1), timeZone))
  return name === 'places' && /^["[]/.test(text) ? scopeInWords(JSON.parse(text) as Scope) : text
}

const scopeInWords = (scope: Scope): string =>
  scope === 'everything' ? scope : scope.map(({ level, code }) => `${level} ${code}`).join(', ')
