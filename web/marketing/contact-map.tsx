import { useEffect, useRef, type ReactNode } from 'react'
import { useOnline } from '../ui/use-online.ts'
import '../styles/contact-map.css'

/** While the page is drawn at build, this stands for the address; empty: it is drawn without a map. */
export const stencil = { map: '{{map}}' }

/** A setting of the server (MAP_EMBED_URL), which it writes into every page. */
function mapAddress(): string {
  if (typeof document === 'undefined') return stencil.map
  const address = document.querySelector<HTMLMetaElement>('meta[name=map]')?.content ?? ''
  return address === '{{map}}' ? '' : address // as it stands in `npm run dev`
}

/** Where the firm is, beside the form one writes to it with. Whatever the frame shows, the words around it hold. */
export function ContactMap(): ReactNode {
  const section = useRef<HTMLElement>(null)
  const address = mapAddress()
  const isOnline = useOnline()
  useEffect(() => handOverTyped(section.current?.parentElement?.querySelector('form')), [])
  return (
    <section ref={section} className="contact-map" aria-labelledby="map-heading">
      <h2 id="map-heading">Where we are</h2>
      {address === '' ? (
        <p>Write to us, and we come to your field.</p>
      ) : (
        <>
          <div className="map-ground">
            <p>The map comes from another site and needs a connection.</p>
            {isOnline && (
              <iframe
                title="Map of where we are"
                src={address}
                height={450}
                loading="lazy"
                referrerPolicy="no-referrer"
                // It keeps its origin, which is not ours: without one, its own tiles are refused to it.
                // oxlint-disable-next-line react/iframe-missing-sandbox
                sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
              />
            )}
          </div>
          <p>
            No map to be seen?{' '}
            <a href={address} target="_blank" rel="noreferrer">
              Open it in a tab of its own
            </a>
          </p>
        </>
      )}
    </section>
  )
}

/** Who is quick types into the page before its code is there; the form is told, or it would blank the field. */
function handOverTyped(form: HTMLFormElement | null | undefined): void {
  for (const control of form?.elements ?? []) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue
    const typed = control.value
    if (typed === control.defaultValue) continue
    control.value = ''
    // Past the property with which React notes what it set itself: this was not set by React.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, typed)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
