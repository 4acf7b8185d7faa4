import { useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { referenceWords, ReferencePlan, ReferenceReport } from '#domain/reference/words.ts'
import { listInWords } from '#domain/text.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { loadReference, undoReference } from '../api/reference-data.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'

interface ReferenceCardProps {
  words: (typeof referenceWords)[number]
  plan: ReferencePlan
  zone: string | null
  /** What is asked before it is loaded. */
  children?: ReactNode
}

/** One set: what is there, what would be added, what differs; and the one click. */
export function ReferenceCard({ words, plan, zone, children }: ReferenceCardProps): ReactNode {
  const { revalidate } = useRevalidator()
  const mayLoad = useMay()('create', 'referenceData')
  const [correct, setCorrect] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { add, differ } = plan
  const count = add.length + (correct ? differ.length : 0)

  const undo = async (batchId: string): Promise<void> => {
    notify(null)
    try {
      const { undone, leftCount } = await undoReference(batchId)
      const left =
        leftCount > 0 ? `${leftCount} are left, because they are used or were changed since` : undefined
      notify({ tone: leftCount > 0 ? 'bad' : 'good', text: `${undone} taken back`, detail: left })
    } catch (error) {
      notify({ tone: 'bad', text: 'Nothing was taken back', detail: sentenceOf(error) })
    }
    void revalidate()
  }
  const load = async (): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      const report = await loadReference(words.id, { correct, zone: words.id === 'states' ? zone : null })
      const { batchId } = report
      notify({
        tone: report.left.length > 0 ? 'bad' : 'good',
        text: `${words.name}: ${told(report)}`,
        detail: report.left.slice(0, 3).join(' ') || undefined,
        ...(batchId !== null && { action: { label: 'Undo', run: () => void undo(batchId) } }),
      })
      setCorrect(false)
    } catch (error) {
      notify({ tone: 'bad', text: `${words.name}: nothing was loaded`, detail: sentenceOf(error) })
    }
    setBusy(false)
    void revalidate()
  }
  return (
    <section className="card reference-set" aria-label={words.name}>
      <h2>{words.name}</h2>
      <p className="reference-about">{words.about}</p>
      <p>{stands(plan)}</p>
      <Names words="What would be added" names={add} />
      <Names words="What differs" names={differ} />
      {mayLoad && children}
      {mayLoad && differ.length > 0 && (
        <label className="choice">
          <input type="checkbox" checked={correct} onChange={(event) => setCorrect(event.target.checked)} />
          Also correct what differs
        </label>
      )}
      {mayLoad &&
        (count > 0 ? (
          <Button tone="main" busy={isBusy} onClick={() => void load()}>
            {isBusy
              ? 'Loading…'
              : add.length > 0
                ? `Add ${add.length} ${words.unit}`
                : `Correct ${differ.length}`}
          </Button>
        ) : (
          differ.length === 0 && <p className="reference-done">All there.</p>
        ))}
    </section>
  )
}

function stands({ same, add, differ }: ReferencePlan): string {
  const parts = [
    same > 0 && `${same} are there`,
    add.length > 0 && `${add.length} are missing`,
    differ.length > 0 && `${differ.length} differ`,
  ]
  return `${listInWords(parts.filter((part) => part !== false))}.`
}

function told({ added, corrected, left }: ReferenceReport): string {
  const parts = [`${added} added`]
  if (corrected > 0) parts.push(`${corrected} corrected`)
  if (left.length > 0) parts.push(`${left.length} left as they are`)
  return parts.join(', ')
}

function Names({ words, names }: { words: string; names: readonly string[] }): ReactNode {
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
