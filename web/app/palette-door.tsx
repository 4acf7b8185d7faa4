import {
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { viewedAs } from '../api/session.ts'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import { optionalPart } from '../ui/optional-part.ts'

// Here, because this is what every page fetches for whoever is logged in, and no page for a visitor.
const ViewBanner = optionalPart(async () => (await import('./view-banner.tsx')).ViewBanner)

type Palette = ComponentType<{ takeTyped: () => string; onClose: () => void }>

// Whoever is logged in is told of new devices; on no page is anything waited for because of it.
const NewDeviceNotice = optionalPart(
  async () => (await import('../accounts/new-device-notice.tsx')).NewDeviceNotice,
)

/** The way into the palette, by Ctrl+K or a button; its code comes when it is first wanted. */
export function PaletteDoor(): ReactNode {
  const [Opened, setOpened] = useState<Palette | null>(null)
  // What is typed until the palette is there to be typed into; null when nobody waits for it.
  const meanwhile = useRef<string | null>(null)
  const open = async (): Promise<void> => {
    if (meanwhile.current !== null) return
    meanwhile.current = ''
    try {
      const { Palette } = await import('../palette/palette.tsx')
      setOpened(() => Palette)
    } catch {
      meanwhile.current = null
      notify({ tone: 'bad', text: 'The palette cannot be loaded. Check the connection and try again' })
    }
  }
  const takeTyped = (): string => {
    const typed = meanwhile.current ?? ''
    meanwhile.current = null
    return typed
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isChord = event.ctrlKey || event.metaKey
    if (isChord && event.code === 'KeyK') void open()
    else if (meanwhile.current !== null && !isChord && event.key.length === 1) meanwhile.current += event.key
    else return
    event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className="button-icon"
        aria-label="Find or create"
        aria-keyshortcuts="Control+K"
        title="Find or create (Ctrl+K)"
        onClick={() => void open()}
      >
        <Icon name="search" />
      </button>
      <Suspense>{viewedAs() && <ViewBanner />}</Suspense>
      <Suspense>
        <NewDeviceNotice />
      </Suspense>
      {Opened && <Opened takeTyped={takeTyped} onClose={() => setOpened(null)} />}
    </>
  )
}
