import { grants } from '#domain/access/rights.ts'
import { grantable } from '#domain/access/role-rights.ts'
import { screens } from '#domain/access/screens-by-function.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { AccessQuery } from '#domain/api/access/explanation.ts'
import type { useMay } from '../api/use-may.ts'

type AccessSubject = Omit<AccessQuery, 'account'>

/** The default subject of the access dialog: the entity of the current page, with the first action the account may not do. */
export function currentSubject(
  pathname: string,
  may: ReturnType<typeof useMay>,
  /** The right that opens the page. */
  needed: string | undefined,
): AccessSubject | undefined {
  const about = subjectOf(pathname) ?? (needed !== undefined && { subject: needed })
  if (!about || !grantable[about.subject]) return undefined
  const missing = (grantable[about.subject] ?? []).find((grant) => !may(grant, about.subject))
  return { action: missing ?? grants[0], ...about }
}

function subjectOf(pathname: string): Pick<AccessSubject, 'subject' | 'record'> | undefined {
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
