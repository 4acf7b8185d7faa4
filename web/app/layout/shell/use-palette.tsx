import { useEffect, useEffectEvent, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { notify } from '../../../ui/notices.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { t } from '#domain/messages/t.ts'

type Palette = ComponentType<{ takeTyped: () => string; onClose: () => void }>

/** Opens the palette by Ctrl+K or `open`; its code is loaded on first use. */
export function usePalette(): { open: () => void; palette: ReactNode } {
  const [Opened, setOpened] = useState<Palette | null>(null)
  // Text typed while the palette is loading; null when it is not loading.
  const typedAhead = useRef<string | null>(null)
  const open = async (): Promise<void> => {
    if (typedAhead.current !== null) return
    typedAhead.current = ''
    try {
      const { Palette } = await loadCode(() => import('../../../search/palette.tsx'))
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
  return {
    open: () => void open(),
    palette: Opened && <Opened takeTyped={takeTyped} onClose={() => setOpened(null)} />,
  }
}
