import { useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { ReferencePlan, ReferenceReport } from '#domain/api/changes/reference-data.ts'
import type { referenceWords } from '#domain/reference/words.ts'
import { formatList } from '#domain/text.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { loadReference, undoReference } from './reference-data-api.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'

interface ReferenceCardProps {
  words: (typeof referenceWords)[number]
  plan: ReferencePlan
  zone: string | null
  /** Options shown above the button. */
  children?: ReactNode
}

/** One set of reference data: the existing, missing and different records, and the button that loads it. */
export function ReferenceCard({ words, plan, zone, children }: ReferenceCardProps): ReactNode {
  const { revalidate } = useRevalidator()
  const mayLoad = useMay()('create', 'referenceData')
  const [correct, setCorrect] = useState(false)
  const { add, differ } = plan
  const count = add.length + (correct ? differ.length : 0)

  const undo = async (batchId: string): Promise<void> => {
    notify(null)
    try {
      const { undone, leftCount } = await undoReference(batchId)
      const left =
        leftCount > 0
          ? t(
              '{leftCount, plural, one {# was kept because it is in use or was changed since} other {# were kept because they are in use or were changed since}}',
              { leftCount },
            )
          : undefined
      notify({
        tone: leftCount > 0 ? 'bad' : 'good',
        text: t('{undone, number} undone', { undone }),
        detail: left,
      })
    } catch (error) {
      notify({ tone: 'bad', text: t('Could not undo it'), detail: sentenceOf(error) })
    }
    void revalidate()
  }
  const { isBusy, submit } = useSubmit({
    send: () => loadReference(words.id, { correct, zone: words.id === 'states' ? zone : null }),
    success: (report) => {
      const { batchId } = report
      return {
        tone: report.left.length > 0 ? 'bad' : 'good',
        text: t('{name}: {changes}', { name: t(words.title), changes: describeReport(report) }),
        detail: report.left.slice(0, 3).join(' ') || undefined,
        ...(batchId !== null && { action: { label: t('Undo'), run: () => void undo(batchId) } }),
      }
    },
    failure: t('Could not load {name}', { name: t(words.title) }),
    onSuccess: () => {
      setCorrect(false)
      void revalidate()
    },
    onFailure: () => void revalidate(),
  })
  return (
    <section className="card reference-set" aria-label={t(words.title)}>
      <h2>{t(words.title)}</h2>
      <p className="reference-about">{t(words.about)}</p>
      <p>{describePlan(plan)}</p>
      <NameList words={t('To add')} names={add} />
      <NameList words={t('Different')} names={differ} />
      {mayLoad && children}
      {mayLoad && differ.length > 0 && (
        <label className="choice">
          <input type="checkbox" checked={correct} onChange={(event) => setCorrect(event.target.checked)} />
          {t('Also correct the different ones')}
        </label>
      )}
      {mayLoad &&
        (count > 0 ? (
          <Button tone="main" busy={isBusy} onClick={() => void submit(undefined)}>
            {isBusy
              ? t('Loading…')
              : add.length > 0
                ? t('Add {count, number} {unit}', { count: add.length, unit: t(words.unit) })
                : t('Correct {count, number}', { count: differ.length })}
          </Button>
        ) : (
          differ.length === 0 && <p className="reference-done">{t('Complete.')}</p>
        ))}
    </section>
  )
}

function describePlan({ same, add, differ }: ReferencePlan): string {
  const parts = [
    same > 0 && t('{count, plural, one {# exists} other {# exist}}', { count: same }),
    add.length > 0 && t('{count, plural, one {# is missing} other {# are missing}}', { count: add.length }),
    differ.length > 0 && t('{count, plural, one {# differs} other {# differ}}', { count: differ.length }),
  ]
  return `${formatList(parts.filter((part) => part !== false))}.`
}

function describeReport({ added, corrected, left }: ReferenceReport): string {
  const parts = [t('{added, number} added', { added })]
  if (corrected > 0) parts.push(t('{corrected, number} corrected', { corrected }))
  if (left.length > 0) parts.push(t('{count, number} skipped', { count: left.length }))
  return parts.join(', ')
}

function NameList({ words, names }: { words: string; names: readonly string[] }): ReactNode {
  if (names.length === 0) return null
  return (
    <details className="reference-names">
      <summary>
        {words} ({names.length})
      </summary>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  )
}
