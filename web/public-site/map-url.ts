/** The placeholder for the URL in the pre-rendered page; empty to pre-render it without a map. */
export const placeholders = { map: '{{map}}' }

/** The server's setting MAP_EMBED_URL, which it writes into every page. */
export function mapUrl(): string {
  if (typeof document === 'undefined') return placeholders.map
  const url = document.querySelector<HTMLMetaElement>('meta[name=map]')?.content ?? ''
  return url === '{{map}}' ? '' : url // the placeholder is still there in `npm run dev`
}
