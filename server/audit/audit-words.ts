import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { describeSubject } from '#domain/access/policy.ts'
import type { DataScope, Rights, Scope } from '#domain/access/rights.ts'
import { isScope, parseRights } from '#domain/access/stored-access.ts'
import { defaultRights } from '#domain/access/role-rights.ts'
import { nameOfRole } from '#domain/access/role-words.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { parseJson } from '#domain/parse-json.ts'
import { t } from '#domain/messages/t.ts'

export type Values = Readonly<RecordValues>

/**
 * The rights of a role before and after a change, by subject. Only differences from the defaults are stored, so a subject that
 * is missing on one side shows the default of the role.
 */
export function describeRights(role: string, before: Values | null, after: Values | null): [Values, Values] {
  const usual = defaultRights(role)
  const storedRights = (values: Values | null): Rights => {
    const { rights } = values ?? {}
    return typeof rights === 'string' ? parseRights(rights) : {}
  }
  const subjects = [...new Set([before, after].flatMap((values) => Object.keys(storedRights(values))))]
  const describe = (values: Values | null): Values => ({
    sees: scopeLabel(values ?? {}, usual.sees),
    secondFactor: values?.['secondFactor'] === 'required' ? t('required') : t('not required'),
    ...Object.fromEntries(
      subjects.map((subject) => [
        describeSubject(subject),
        (storedRights(values)[subject] ?? usual.rights[subject] ?? []).map((grant) => t(grant)).join(', '),
      ]),
    ),
  })
  return [describe(before), describe(after)]
}

const scopeLabel = ({ sees }: Values, usual: DataScope): string => {
  const scope = sees ?? usual
  return scope === 'everything'
    ? t('everything')
    : t('their own {level}', { level: t(entityNamed(String(scope)).singular).toLowerCase() })
}

const labels: Readonly<Record<string, string>> = {
  username: 'User Name',
  expiresAt: 'Last day',
  places: 'Sees',
  writtenBy: 'Written by',
  isNow: 'Is now',
  secondFactor: 'Second factor',
}

export function formatLabel(name: string): string {
  const label = labels[name] ?? `${name[0]!.toUpperCase()}${name.slice(1)}`
  return t(label)
}

/** Formats a value of a subject that is no master, such as an account or a token. */
export function formatValue(name: string, value: unknown, timeZone: string): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (name === 'role') return nameOfRole(text)
  // A token expires at midnight after its last day.
  if (name === 'expiresAt') return formatDate(dayIn(new Date(Date.parse(text) - 1), timeZone))
  return name === 'places' && /^["[]/.test(text) ? formatScope(parseJson(text, isScope)) : text
}

const formatScope = (scope: Scope): string =>
  scope === 'everything' ? t('everything') : scope.map(({ level, code }) => `${level} ${code}`).join(', ')
