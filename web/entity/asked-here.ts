import { grants } from '#domain/access/rights.ts'
import { grantable } from '#domain/access/role-rights.ts'
import { screens } from '#domain/access/screens-by-function.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Question } from '../api/access.ts'
import type { useMay } from '../api/use-may.ts'

type Here = Omit<Question, 'account'>

/** What somebody on this screen is likely to ask about: what it keeps, and the first thing they may not do to it. */
export function askedHere(
  pathname: string,
  may: ReturnType<typeof useMay>,
  /** What one must be allowed to open it. */
  needed: string | undefined,
): Here | undefined {
  const about = subjectOf(pathname) ?? (needed !== undefined && { subject: needed })
  if (!about || !grantable[about.subject]) return undefined
  const missing = (grantable[about.subject] ?? []).find((grant) => !may(grant, about.subject))
  return { action: missing ?? grants[0], ...about }
}

function subjectOf(pathname: string): Pick<Here, 'subject' | 'record'> | undefined {
  const [first = '', second, record] = pathname.slice(1).split('/')
  if (first === 'customers') return { subject: 'customer', record: second }
  if (first === 'lists' || first === 'records') {
    const entity = catalogue.find(({ path }) => path === second)
    return entity && { subject: entity.name, record }
  }
  const name = pathname.slice(1).toLowerCase()
  const screen = screens.find((each) => each.name === name)
  return screen && { subject: screen.subject }
}
