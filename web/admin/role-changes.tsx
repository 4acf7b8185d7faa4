import type { ReactNode } from 'react'
import type { Grant } from '#domain/access/rights.ts'
import { listInWords } from '#domain/text.ts'
import { isMaster, manyOf } from './many-masters.ts'
import type { RightChange, RoleDraft } from './role-draft.ts'

interface RightChangesProps {
  changes: readonly RightChange[]
  draft: RoleDraft
}

/** What is given or taken on many masters in one line, the rest by what it is about. */
export function RightChanges({ changes, draft }: RightChangesProps): ReactNode {
  const many = (which: 'given' | 'taken'): ReturnType<typeof manyOf> =>
    manyOf(changes.flatMap((change) => change[which].map((grant) => `${grant} ${change.subject.label}`)))
  const [given, taken] = [many('given'), many('taken')]
  const left = (some: readonly Grant[], told: ReturnType<typeof manyOf>, label: string): readonly Grant[] =>
    some.filter((grant) => !isMaster(label) || !told.has(grant))
  const isLeft = (grant: string): boolean =>
    Object.values(draft.rights).some((each) => each.includes(grant as Grant))
  return (
    <>
      {[...given].map(([grant, names]) => (
        <li key={grant}>
          <Named names={names}>
            <ins>{`may ${grant} ${names.length} masters now`}</ins>
          </Named>
        </li>
      ))}
      {[...taken].map(([grant, names]) => (
        <li key={`not ${grant}`}>
          <Named names={names}>
            <del>{`may not ${grant} ${isLeft(grant) ? `${names.length} masters` : 'anything'} any more`}</del>
          </Named>
        </li>
      ))}
      {changes.map((change) => {
        const { subject, label } = change.subject
        const [gains, loses] = [left(change.given, given, label), left(change.taken, taken, label)]
        if (gains.length + loses.length === 0) return null
        return (
          <li key={subject}>
            {label}: {gains.length > 0 && <ins>may {listInWords(gains)} now</ins>}
            {gains.length > 0 && loses.length > 0 && ', '}
            {loses.length > 0 && <del>may not {listInWords(loses)} any more</del>}
          </li>
        )
      })}
    </>
  )
}

const shownAtOnce = 4

/** What one person gains or loses, as "read customers". */
export function Several({ words }: { words: readonly string[] }): ReactNode {
  if (words.length <= shownAtOnce) return words.length === 0 ? 'Nothing' : words.join(', ')
  const many = manyOf(words)
  const told = new Set([...many].flatMap(([grant, names]) => names.map((name) => `${grant} ${name}`)))
  const rest = words.filter((each) => !told.has(each))
  return (
    <div>
      {[...many].map(([grant, names]) => (
        <Named key={grant} names={names}>
          {grant} {names.length} masters
        </Named>
      ))}
      {rest.slice(0, shownAtOnce).join(', ')}
      {rest.length > shownAtOnce && (
        <Named names={rest.slice(shownAtOnce)}>and {rest.length - shownAtOnce} more</Named>
      )}
    </div>
  )
}

const Named = ({ names, children }: { names: readonly string[]; children: ReactNode }): ReactNode => (
  <details>
    <summary>{children}</summary>
    {names.join(', ')}
  </details>
)
