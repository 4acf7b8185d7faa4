import type { ReactNode } from 'react'
import { describeGrant, describeSubject } from '#domain/access/policy.ts'
import type { Grant, Rights, Subject } from '#domain/access/rights.ts'
import { formatList } from '#domain/text.ts'
import { groupGrants, isMaster, type SubjectGrant } from './group-rights.ts'
import type { RightChange, RoleDraft } from './role-draft.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

interface RightChangesProps {
  changes: readonly RightChange[]
  draft: RoleDraft
}

/** Lists a grant that changes on many masters in one line, and the other changes by subject. */
export function RightChanges({ changes, draft }: RightChangesProps): ReactNode {
  const many = (which: 'given' | 'taken'): ReturnType<typeof groupGrants> =>
    groupGrants(
      changes.flatMap(({ subject: { subject }, ...change }) =>
        change[which].map((grant) => ({ subject, grant })),
      ),
    )
  const [given, taken] = [many('given'), many('taken')]
  const left = (
    some: readonly Grant[],
    grouped: ReturnType<typeof groupGrants>,
    subject: Subject,
  ): readonly Grant[] => some.filter((grant) => !isMaster(subject) || !grouped.has(grant))
  const isLeft = (grant: string): boolean =>
    Object.values(draft.rights).some((each) => each.some((one) => one === grant))
  return (
    <>
      {[...given].map(([grant, subjects]) => (
        <li key={grant}>
          <NameList names={subjects.map(describeSubject)}>
            <ins>
              {t('may now {grant} {count, number} masters', { grant: t(grant), count: subjects.length })}
            </ins>
          </NameList>
        </li>
      ))}
      {[...taken].map(([grant, subjects]) => (
        <li key={`not ${grant}`}>
          <NameList names={subjects.map(describeSubject)}>
            <del>
              {isLeft(grant)
                ? t('may no longer {grant} {count, number} masters', {
                    grant: t(grant),
                    count: subjects.length,
                  })
                : t('may no longer {grant} anything', { grant: t(grant) })}
            </del>
          </NameList>
        </li>
      ))}
      {changes.map((change) => {
        const { subject, label } = change.subject
        const [gains, loses] = [left(change.given, given, subject), left(change.taken, taken, subject)]
        if (gains.length + loses.length === 0) return null
        return (
          <li key={subject}>
            <RichText
              message={
                loses.length === 0
                  ? '{subject}: <ins>may now {gains}</ins>'
                  : gains.length === 0
                    ? '{subject}: <del>may no longer {loses}</del>'
                    : '{subject}: <ins>may now {gains}</ins>, <del>may no longer {loses}</del>'
              }
              values={{ subject: label, gains: listOf(gains), loses: listOf(loses) }}
              tags={{ ins: (text) => <ins>{text}</ins>, del: (text) => <del>{text}</del> }}
            />
          </li>
        )
      })}
    </>
  )
}

const listOf = (some: readonly Grant[]): string => formatList(some.map((grant) => t(grant)))

const shownAtOnce = 4

const wordsOf = (some: readonly SubjectGrant[]): string[] =>
  some.map(({ grant, subject }) => describeGrant(grant, subject))

/** The rights one user gains or loses, as phrases like "read customers". */
export function RightsList({ rights }: { rights: Rights }): ReactNode {
  const all = Object.entries(rights).flatMap(([subject, grants]) =>
    grants.map((grant) => ({ subject, grant })),
  )
  if (all.length <= shownAtOnce) return all.length === 0 ? t('Nothing') : wordsOf(all).join(', ')
  const many = groupGrants(all)
  const rest = wordsOf(all.filter(({ subject, grant }) => !isMaster(subject) || !many.has(grant)))
  return (
    <div>
      {[...many].map(([grant, subjects]) => (
        <NameList key={grant} names={subjects.map(describeSubject)}>
          {t('{grant} {count, number} masters', { grant: t(grant), count: subjects.length })}
        </NameList>
      ))}
      {rest.slice(0, shownAtOnce).join(', ')}
      {rest.length > shownAtOnce && (
        <NameList names={rest.slice(shownAtOnce)}>
          {t('and {count, number} more', { count: rest.length - shownAtOnce })}
        </NameList>
      )}
    </div>
  )
}

const NameList = ({ names, children }: { names: readonly string[]; children: ReactNode }): ReactNode => (
  <details>
    <summary>{children}</summary>
    {names.join(', ')}
  </details>
)
