import type { ReactNode } from 'react'
import type { Grant } from '#domain/access/rights.ts'
import { formatList } from '#domain/text.ts'
import { isMaster, groupGrants } from './group-rights.ts'
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
    groupGrants(changes.flatMap((change) => change[which].map((grant) => `${grant} ${change.subject.label}`)))
  const [given, taken] = [many('given'), many('taken')]
  const left = (
    some: readonly Grant[],
    grouped: ReturnType<typeof groupGrants>,
    label: string,
  ): readonly Grant[] => some.filter((grant) => !isMaster(label) || !grouped.has(grant))
  const isLeft = (grant: string): boolean =>
    Object.values(draft.rights).some((each) => each.some((one) => one === grant))
  return (
    <>
      {[...given].map(([grant, names]) => (
        <li key={grant}>
          <NameList names={names}>
            <ins>
              {t('may now {grant} {count, number} masters', { grant: t(grant), count: names.length })}
            </ins>
          </NameList>
        </li>
      ))}
      {[...taken].map(([grant, names]) => (
        <li key={`not ${grant}`}>
          <NameList names={names}>
            <del>
              {isLeft(grant)
                ? t('may no longer {grant} {count, number} masters', { grant: t(grant), count: names.length })
                : t('may no longer {grant} anything', { grant: t(grant) })}
            </del>
          </NameList>
        </li>
      ))}
      {changes.map((change) => {
        const { subject, label } = change.subject
        const [gains, loses] = [left(change.given, given, label), left(change.taken, taken, label)]
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

/** The rights one user gains or loses, as phrases like "read customers". */
export function RightsList({ words }: { words: readonly string[] }): ReactNode {
  if (words.length <= shownAtOnce) return words.length === 0 ? t('Nothing') : words.join(', ')
  const many = groupGrants(words)
  const grouped = new Set([...many].flatMap(([grant, names]) => names.map((name) => `${grant} ${name}`)))
  const rest = words.filter((each) => !grouped.has(each))
  return (
    <div>
      {[...many].map(([grant, names]) => (
        <NameList key={grant} names={names}>
          {t('{grant} {count, number} masters', { grant: t(grant), count: names.length })}
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
