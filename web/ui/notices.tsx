import { useSyncExternalStore, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export interface Notice {
  tone: 'good' | 'bad'
  text: string
  /** A second line that says more. */
  detail?: string | undefined
  action?: { label: string; run: () => void }
  /** Stays over one change of page, because the page changes with what it reports. */
  crossesPages?: boolean
  /** Stays when its dialog closes, because the dialog closes with what it reports; a good one always does. */
  outlivesDialog?: boolean
}

// What stands behind an open dialog can neither be seen nor heard, so each dialog has a region of its own. A notice
// belongs to what was on top when it was given: an error of a form is not repeated in a dialog opened from it.
const page = 'page'
let layers: readonly string[] = [page]

// One at a time: the newest is the one that matters, and nothing piles up over the work.
let current: (Notice & { id: number; layer: string }) | null = null
let count = 0
const listeners = new Set<() => void>()

export function notify(notice: Notice | null): void {
  current = notice && { ...notice, id: ++count, layer: layers.at(-1)! }
  for (const listener of listeners) listener()
}

/**
 * To be called when what was clicked has gone with its row: the way back is the next thing under the keys. Whoever is
 * typing elsewhere by then goes on typing.
 */
export function focusNoticeIfLost(): void {
  // Once the row has really gone from the page.
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLButtonElement>('.notice button')?.focus({ preventScroll: true })
  }, 50)
}

/** To be called when the page changes: what was said about the old one goes. */
export function turnNoticesOver(): void {
  if (current?.crossesPages) current = { ...current, crossesPages: false }
  else notify(null)
}

export function openLayer(layer: string): void {
  layers = [...layers, layer]
  for (const listener of listeners) listener()
}

export function closeLayer(layer: string): void {
  layers = layers.filter((each) => each !== layer)
  // What a dialog reports as done is read where one goes on; what went wrong in it goes with it.
  if (current?.layer === layer) {
    const stays = current.tone === 'good' || current.outlivesDialog
    current = stays ? { ...current, layer: layers.at(-1)! } : null
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The live region. It is on the page before anything is said in it, or nothing would be read out. */
export function NoticeRegion({ layer = page }: { layer?: string }): ReactNode {
  const notice = useSyncExternalStore(
    subscribe,
    () => (layer === current?.layer ? current : null),
    () => null,
  )
  return <output className="notices">{notice && <NoticeCard key={notice.id} notice={notice} />}</output>
}

function NoticeCard({ notice }: { notice: Notice }): ReactNode {
  const { tone, text, detail, action } = notice
  return (
    <span className={`notice notice-${tone}`}>
      <span className="notice-words">
        <span className="notice-text">{text}</span>
        {detail && <span className="notice-detail">{detail}</span>}
      </span>
      {action && <Button onClick={action.run}>{action.label}</Button>}
      <button
        type="button"
        className="button-icon"
        aria-label="Close this message"
        onClick={() => notify(null)}
      >
        <Icon name="close" />
      </button>
    </span>
  )
}
