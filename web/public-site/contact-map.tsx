import { useEffect, useRef, type ReactNode } from 'react'
import { useOnline } from '../ui/use-online.ts'
import { mapUrl } from './map-url.ts'
import './contact-map.css'
import { t } from '#domain/messages/t.ts'

/** The map beside the contact form. Its text makes sense even when the frame shows nothing. */
export function ContactMap(): ReactNode {
  const section = useRef<HTMLElement>(null)
  const url = mapUrl()
  const isOnline = useOnline()
  useEffect(() => replayTypedText(section.current?.parentElement?.querySelector('form')), [])
  return (
    <section ref={section} className="contact-map" aria-labelledby="map-heading">
      <h2 id="map-heading">{t('Where we are')}</h2>
      {url === '' ? (
        <p>{t('Write to us, and we come to your field.')}</p>
      ) : (
        <>
          <div className="map-ground">
            <p>{t('The map is loaded from another site and needs a connection.')}</p>
            {isOnline && (
              <iframe
                title={t('Map of where we are')}
                src={url}
                height={450}
                loading="lazy"
                referrerPolicy="no-referrer"
                // It keeps its own origin, which differs from ours: without one, its tile requests are rejected.
                // oxlint-disable-next-line react/iframe-missing-sandbox
                sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
              />
            )}
          </div>
          <p>
            {t('Map not showing?')}{' '}
            <a href={url} target="_blank" rel="noreferrer">
              {t('Open it in a new tab')}
            </a>
          </p>
        </>
      )}
    </section>
  )
}

/** Passes text that was typed before hydration to the form, which would otherwise clear the field. */
function replayTypedText(form: HTMLFormElement | null | undefined): void {
  for (const control of form?.elements ?? []) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue
    const typed = control.value
    if (typed === control.defaultValue) continue
    control.value = ''
    // Bypasses React's own value setter, which would treat the value as already known.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, typed)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
