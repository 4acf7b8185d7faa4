import { useEffect, useState, type ReactNode } from 'react'
import { grantFor } from '#domain/access/allowances.ts'
import { actions, formatTerritory } from '#domain/access/rights.ts'
import { describeSubject } from '#domain/access/policy.ts'
import type { AccessQuery, Explanation } from '#domain/api/access/explanation.ts'
import { grantable, isForAdministrators } from '#domain/access/role-rights.ts'
import { formatList } from '#domain/text.ts'
import { explainAccess } from '../api/access.ts'
import { freshAccount } from '../api/accounts.ts'
import './why.css'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useQuery } from '../ui/use-query.ts'
import { t } from '#domain/messages/t.ts'

export interface WhyDialogProps {
  heading: string
  /** The action and subject shown first, such as the one that was refused. */
  ask?: Omit<AccessQuery, 'account'> | undefined
  /** Another account, for administrators; left out: the user's own. */
  account?: { id: string; name: string }
  onClose: () => void
}

const defaultQuery = { action: 'read', subject: 'customer' } as const

/** Explains whether an account may do something and lists all its rights, as the server's policy answers. */
export function WhyDialog({ heading, ask, account, onClose }: WhyDialogProps): ReactNode {
  const [query, setQuery] = useState<Omit<AccessQuery, 'account'>>(ask ?? defaultQuery)
  const id = account?.id
  const why = useQuery([query, id], (signal) => explainAccess({ ...query, account: id }, signal))
  const { data: last, error } = why
  // While the next answer loads, the previous one would be read as the answer to the new question.
  const answer = why.isLoading ? undefined : last
  // The rights of the user may have changed since the page was loaded.
  useEffect(() => {
    if (id === undefined) freshAccount().catch(() => {})
  }, [id])
  const { subject, record } = query
  const possible = new Set([...(grantable[subject] ?? []), ...(grantable[subject] ? ['history'] : [])])
  const offered = actions.filter((each) => possible.has(each) || each === query.action)
  const choose = (next: string): void => {
    const isPossible = grantable[next]?.includes(grantFor(query.action))
    setQuery({ subject: next, action: isPossible ? query.action : (grantable[next]![0] ?? 'read') })
  }
  return (
    <Dialog heading={heading} onClose={onClose}>
      <div className="why">
        <div className="why-question">
          <Field label={account ? t('May they …') : t('May I …')}>
            {(attributes) => (
              <select
                {...attributes}
                className="control"
                value={query.action}
                onChange={({ target }) =>
                  setQuery({
                    ...query,
                    action: offered.find((each) => each === target.value) ?? query.action,
                  })
                }
              >
                {offered.map((action) => (
                  <option key={action} value={action}>
                    {action === 'history' ? t('see the history of') : t(action)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={t('what?')}>
            {(attributes) => (
              <select
                {...attributes}
                className="control"
                value={subject}
                onChange={(event) => choose(event.target.value)}
              >
                {[...new Set([subject, ...Object.keys(grantable)])].map((each) => (
                  <option key={each} value={each}>
                    {describeSubject(each)}
                    {each === subject && record ? `: ${answer?.record?.name ?? record}` : ''}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <output className="why-answer">
          {error && <span className="field-problem">{error}</span>}
          {answer && (
            <Verdict answer={answer} isAdminOnly={isForAdministrators(subject, grantFor(query.action))} />
          )}
        </output>
        {last && <ScopeSection {...last} />}
        {!last && !error && <Skeleton lines={3} />}
        {last && <RightsSection {...last} />}
      </div>
    </Dialog>
  )
}

/** `isAdminOnly`: no role but administrator can have this right. */
function Verdict({ answer, isAdminOnly }: { answer: Explanation; isAdminOnly: boolean }): ReactNode {
  const { allowed, because } = answer
  return (
    <>
      <strong className={allowed ? 'why-yes' : 'why-no'}>{allowed ? t('Yes.') : t('No.')}</strong>{' '}
      {[`${because}.`, ...reasonsOf(answer, isAdminOnly)].join(' ')}
    </>
  )
}

function reasonsOf({ allowed, roles, record }: Explanation, isAdminOnly: boolean): string[] {
  const reasons: string[] = []
  const granting = roles.filter((role) => role.allows).map(({ name }) => name)
  if (granting.length > 0 && roles.length > 1) {
    const values = { roles: formatList(granting) }
    reasons.push(allowed ? t('Granted by {roles}.', values) : t('The right is granted by {roles}.', values))
  }
  if (record) reasons.push(...record.reasons.map((reason) => `${reason}.`))
  if (record && !record.isSeen && record.name !== null)
    reasons.push(t('{record} is outside the records this account sees.', { record: record.name }))
  if (!allowed)
    reasons.push(isAdminOnly ? t('Only administrators may do this.') : t('An administrator can change this.'))
  return reasons
}

function ScopeSection({ sees, seesWorkOf }: Pick<Explanation, 'sees' | 'seesWorkOf'>): ReactNode {
  return (
    <section aria-labelledby="why-sees">
      <h3 id="why-sees">{t('Sees')}</h3>
      <p>{describeScope(sees, seesWorkOf)}</p>
    </section>
  )
}

function describeScope(sees: Explanation['sees'], seesWorkOf: string): string {
  if (sees === 'everything') return t('Everything.')
  const values = { places: formatList(sees.map(formatTerritory)), employee: seesWorkOf }
  if (sees.length > 0)
    return seesWorkOf
      ? t(
          'Records in {places}; and the customers assigned to {employee} today, or with an open plan of theirs.',
          values,
        )
      : t('Records in {places}.', values)
  if (seesWorkOf)
    return t('The customers assigned to {employee} today, or with an open plan of theirs.', values)
  return t('No customers yet: the account has no places, and no employee has its e-mail.')
}

/** Groups subjects with the same rights, because most roles have only a few distinct sets. */
function RightsSection({ rights, roles }: Pick<Explanation, 'rights' | 'roles'>): ReactNode {
  const given = Object.entries(rights).filter(([, all]) => all.length > 0)
  const groups = Map.groupBy(given, ([, all]) => formatList(all.map((action) => t(action))))
  return (
    <section aria-labelledby="why-all">
      <h3 id="why-all">
        {roles.length === 0 ? t('No role yet') : formatList(roles.map(({ name }) => name))}
      </h3>
      {given.length === 0 && <p>{t('No rights yet.')}</p>}
      <dl className="why-rights">
        {[...groups].map(([words, subjects]) => (
          <div key={words}>
            <dt>{t('May {actions}', { actions: words })}</dt>
            <dd>{formatList(subjects.map(([subject]) => describeSubject(subject)))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
