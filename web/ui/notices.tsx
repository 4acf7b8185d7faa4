import { useSyncExternalStore, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { t } from '#domain/messages/t.ts'

export interface Notice {
  tone: 'good' | 'bad'
  text: string
  /** A second line with details. */
  detail?: string | undefined
  action?: { label: string; run: () => void }
  /** Beside the action. */
  other?: { label: string; run: () => void } | undefined
  /** Survives one navigation, for actions that navigate when they succeed. */
  crossesPages?: boolean
  /** Survives the closing of its dialog, for actions that close the dialog; a good notice always does. */
  outlivesDialog?: boolean
}

// The page behind an open dialog is inert, so each dialog has its own live region. A notice belongs to the layer that was
// on top when it was shown: an error of a form is not repeated in a dialog opened from it.
const page = 'page'
let layers: readonly string[] = [page]

// Only the newest notice is shown, so that notices do not pile up over the page.
let current: (Notice & { id: number; layer: string }) | null = null
let count = 0
const listeners = new Set<() => void>()

export function notify(notice: Notice | null): void {
  current = notice && { ...notice, id: ++count, layer: layers.at(-1)! }
  for (const listener of listeners) listener()
}

/**
 * Must be called when the clicked button is removed with its row, so that Undo gets the focus. A focus that the user has
 * moved elsewhere stays there.
 */
export function focusNoticeIfLost(): void {
  // After the row has been removed from the page.
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLButtonElement>('.notice button')?.focus({ preventScroll: true })
  }, 50)
}

/** Must be called on navigation: removes the notice of the previous page. */
export function clearNoticeOnNavigation(): void {
  if (current?.crossesPages) current = { ...current, crossesPages: false }
  else notify(null)
}

export function openLayer(layer: string): void {
  layers = [...layers, layer]
  for (const listener of listeners) listener()
}

export function closeLayer(layer: string): void {
  layers = layers.filter((other) => other !== layer)
  // A success is moved to the layer below the dialog; an error is removed with the dialog.
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

/** The live region. It is rendered before it has content, or screen readers would announce nothing. */
export function NoticeRegion({ layer = page }: { layer?: string }): ReactNode {
  const notice = useSyncExternalStore(
    subscribe,
    () => (layer === current?.layer ? current : null),
    () => null,
  )
  return <output className="notices">{notice && <NoticeCard key={notice.id} notice={notice} />}</output>
}

function NoticeCard({ notice }: { notice: Notice }): ReactNode {
  const { tone, text, detail, action, other } = notice
  return (
    <span className={`notice notice-${tone}`}>
      <span className="notice-words">
        <span className="notice-text">{text}</span>
        {detail && <span className="notice-detail">{detail}</span>}
      </span>
      {[other, action].map(
        (each) =>
          each && (
            <Button key={each.label} onClick={each.run}>
              {each.label}
            </Button>
          ),
      )}
      <button
        type="button"
        className="button-icon"
        aria-label={t('Close this message')}
        onClick={() => notify(null)}
      >
        <Icon name="close" />
      </button>
    </span>
  )
}
