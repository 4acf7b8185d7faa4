import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { grantFor } from '#domain/access/allowances.ts'
import { actions, placeInWords, type Action } from '#domain/access/rights.ts'
import { inWords } from '#domain/access/policy.ts'
import type { Explanation } from '#domain/access/role-grid.ts'
import { grantable, isForAdministrators } from '#domain/access/role-rights.ts'
import { listInWords } from '#domain/text.ts'
import { askWhy, type Question } from '../api/access.ts'
import { freshAccount } from '../api/accounts.ts'
import '../styles/why.css'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAnswer } from './use-answer.ts'

export interface WhyDialogProps {
  heading: string
  /** What was refused, or is asked about first. */
  ask?: Omit<Question, 'account'> | undefined
  /** Somebody else, for those who look after accounts. */
  account?: { id: string; name: string }
  onClose: () => void
}

const firstQuestion = { action: 'read', subject: 'customer' } as const

/** Why one may or may not, and what one may: told by what decides about it. */
export function WhyDialog({ heading, ask, account, onClose }: WhyDialogProps): ReactNode {
  const [question, setQuestion] = useState<Omit<Question, 'account'>>(ask ?? firstQuestion)
  const id = account?.id
  const why = useCallback(
    async () => ({ to: question, said: await askWhy({ ...question, account: id }) }),
    [question, id],
  )
  const { answer: last, problem } = useAnswer(why)
  // What was answered to another question would be read as the answer to this one.
  const answer = last?.to === question ? last.said : undefined
  // Whoever asks for themselves is offered from now on what they may do by now.
  useEffect(() => {
    if (id === undefined) freshAccount().catch(() => {})
  }, [id])
  const { subject, record } = question
  const possible = new Set([...(grantable[subject] ?? []), ...(grantable[subject] ? ['history'] : [])])
  const offered = actions.filter((each) => possible.has(each) || each === question.action)
  const choose = (next: string): void => {
    const isPossible = grantable[next]?.includes(grantFor(question.action))
    setQuestion({ subject: next, action: isPossible ? question.action : (grantable[next]![0] ?? 'read') })
  }
  return (
    <Dialog heading={heading} onClose={onClose}>
      <div className="why">
        <div className="why-question">
          <Field label={account ? 'May they …' : 'May I …'}>
            {(attributes) => (
              <select
                {...attributes}
                className="control"
                value={question.action}
                onChange={(event) => setQuestion({ ...question, action: event.target.value as Action })}
              >
                {offered.map((action) => (
                  <option key={action} value={action}>
                    {action === 'history' ? 'see the history of' : action}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="what?">
            {(attributes) => (
              <select
                {...attributes}
                className="control"
                value={subject}
                onChange={(event) => choose(event.target.value)}
              >
                {[...new Set([subject, ...Object.keys(grantable)])].map((each) => (
                  <option key={each} value={each}>
                    {inWords(each)}
                    {each === subject && record ? `: ${answer?.record?.name ?? record}` : ''}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <output className="why-answer">
          {problem && <span className="field-problem">{problem}</span>}
          {answer && (
            <Verdict answer={answer} isAlone={isForAdministrators(subject, grantFor(question.action))} />
          )}
        </output>
        {last && <Sees {...last.said} />}
        {!last && !problem && <Skeleton lines={3} />}
        {last && <Everything {...last.said} />}
      </div>
    </Dialog>
  )
}

/** `isAlone`: it cannot be given to a role. */
function Verdict({ answer, isAlone }: { answer: Explanation; isAlone: boolean }): ReactNode {
  const { allowed, because, roles, record } = answer
  const giving = roles.filter((role) => role.allows).map(({ name }) => name)
  return (
    <>
      <strong className={allowed ? 'why-yes' : 'why-no'}>{allowed ? 'Yes.' : 'No.'}</strong> {because}.
      {giving.length > 0 &&
        roles.length > 1 &&
        ` ${allowed ? 'It is' : 'By role it is'} given by ${listInWords(giving)}.`}
      {record && record.reasons.length > 0 && ` ${record.reasons.join('. ')}.`}
      {record && !record.isSeen && record.name !== null && ` ${record.name} lies outside what is seen.`}
      {!allowed && (isAlone ? ' Only administrators may.' : ' An administrator can change that.')}
    </>
  )
}

function Sees({ sees, seesWorkOf }: Pick<Explanation, 'sees' | 'seesWorkOf'>): ReactNode {
  return (
    <section aria-labelledby="why-sees">
      <h3 id="why-sees">Sees</h3>
      <p>{seesInWords(sees, seesWorkOf)}</p>
    </section>
  )
}

function seesInWords(sees: Explanation['sees'], seesWorkOf: string): string {
  if (sees === 'everything') return 'Everything.'
  const work = seesWorkOf && `the customers assigned to ${seesWorkOf} today, or with an open plan of theirs`
  if (sees.length > 0) return `What lies in ${listInWords(sees.map(placeInWords))}${work && `; and ${work}`}.`
  if (work) return `${work.charAt(0).toUpperCase()}${work.slice(1)}.`
  return 'No customers yet: no place was given, and no employee has this e-mail.'
}

/** Subjects with the same rights together: most roles have few kinds of them. */
function Everything({ rights, roles }: Pick<Explanation, 'rights' | 'roles'>): ReactNode {
  const given = Object.entries(rights).filter(([, all]) => all.length > 0)
  const groups = Map.groupBy(given, ([, all]) => listInWords(all))
  return (
    <section aria-labelledby="why-all">
      <h3 id="why-all">{roles.length === 0 ? 'No role yet' : listInWords(roles.map(({ name }) => name))}</h3>
      {given.length === 0 && <p>May do nothing yet.</p>}
      <dl className="why-rights">
        {[...groups].map(([words, subjects]) => (
          <div key={words}>
            <dt>May {words}</dt>
            <dd>{listInWords(subjects.map(([subject]) => inWords(subject)))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
