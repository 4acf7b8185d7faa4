import { currentAccountId, viewedAs } from '../session.ts'

/** Whether drafts survive the closing of the tab: see draft-storage.ts, which only screens with a form load. */
export function isStoredOnDevice(): boolean {
  if (currentAccountId() === undefined || viewedAs() !== null) return false
  try {
    localStorage.setItem('probe', '1')
    localStorage.removeItem('probe')
    return true
  } catch {
    return false
  }
}
