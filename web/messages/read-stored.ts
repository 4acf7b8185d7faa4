/** Null without storage, as when the browser refuses it. */
export function readStored(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}
