import {
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
// Removes the drafts of this tab when the account logs out in another one.
import '../../api/drafts/drafts.ts'
// Shows the language of the account, wherever it was chosen.
import '../../language/account-language.ts'
import { viewedAs } from '../../api/session.ts'
import { useAuth } from '../../api/use-auth.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { loadCode, optionalComponent } from '../../ui/load-code.ts'
import { t } from '#domain/messages/t.ts'

// Loaded by this component, because every page loads it with a session and no page without one.
const ViewBanner = optionalComponent(async () => (await import('./view-banner.tsx')).ViewBanner)

// What this device holds unsent, and new versions of the app.
const FieldParts = optionalComponent(async () => (await import('./field-parts.tsx')).FieldParts)

type Palette = ComponentType<{ takeTyped: () => string; onClose: () => void }>

// Shows log-ins from new devices; no page waits for it.
const NewDeviceNotice = optionalComponent(
  async () => (await import('../../accounts/security/new-device-notice.tsx')).NewDeviceNotice,
)

/**
 * Loads the routes of the other screens, so that opening one does not wait for them, and what logging out needs, so that it
 * also ends the session of this device without a network.
 */
function preloadRoutes(): void {
  for (const load of [
    () => import('../office-routes.tsx'),
    () => import('../form-routes.tsx'),
    () => import('../admin-routes.tsx'),
    () => import('../data-routes.tsx'),
    () => import('../field/field-routes.tsx'),
    () => import('../../accounts/logout-page.tsx'),
  ])
    loadCode<unknown>(load).catch(() => undefined)
}

/** Opens the palette by Ctrl+K or a button; its code is loaded on first use. */
export function PaletteTrigger(): ReactNode {
  const { account } = useAuth()
  const [Opened, setOpened] = useState<Palette | null>(null)
  useEffect(preloadRoutes, [])
  // Text typed while the palette is loading; null when it is not loading.
  const typedAhead = useRef<string | null>(null)
  const open = async (): Promise<void> => {
    if (typedAhead.current !== null) return
    typedAhead.current = ''
    try {
      const { Palette } = await loadCode(() => import('../../search/palette.tsx'))
      setOpened(() => Palette)
    } catch {
      typedAhead.current = null
      notify({ tone: 'bad', text: t('Could not load the palette. Check the connection and try again') })
    }
  }
  const takeTyped = (): string => {
    const typed = typedAhead.current ?? ''
    typedAhead.current = null
    return typed
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isChord = event.ctrlKey || event.metaKey
    if (isChord && event.code === 'KeyK') void open()
    else if (typedAhead.current !== null && !isChord && event.key.length === 1)
      typedAhead.current += event.key
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
        aria-label={t('Find or create')}
        aria-keyshortcuts="Control+K"
        title={t('Find or create (Ctrl+K)')}
        onClick={() => void open()}
      >
        <Icon name="search" />
      </button>
      <Suspense>{viewedAs() && <ViewBanner />}</Suspense>
      <Suspense>
        <NewDeviceNotice />
      </Suspense>
      <Suspense>{account && !viewedAs() && <FieldParts />}</Suspense>
      {Opened && <Opened takeTyped={takeTyped} onClose={() => setOpened(null)} />}
    </>
  )
}
