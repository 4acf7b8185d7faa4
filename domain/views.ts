/** A name for what the address of a screen says after the question mark, as it is shown to somebody. */
export interface SavedViewShown {
  id: string
  /** The path of the screen. */
  screen: string
  name: string
  /** Without the question mark. */
  query: string
  /** Whether everybody sees it. */
  shared: boolean
  isOwn: boolean
  /** Who saved it; null once the account is gone. */
  by: string | null
}
