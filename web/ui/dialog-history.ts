/**
 * Back closes the topmost dialog instead of leaving the page. Each open dialog has a history entry: the same URL, with the
 * number of dialogs in its state. A dialog closed by a button leaves its entry behind as a spare one, which the next dialog
 * reuses and Back skips: removing it would need a navigation that races with any other. The router never sees these steps.
 */
interface EntryState {
  /** The number of open dialogs the entry was made for. */
  dialogs?: number
  /** The router's index of the page. */
  idx?: number
}

const openDialogs: (() => void)[] = []
const stateOf = (): EntryState => history.state ?? {}
const depthOf = (): number => stateOf().dialogs ?? 0
/** The current history entry. */
let entry: { state: EntryState; depth: number; address: string; page: string } = {
  state: {},
  depth: 0,
  address: '',
  page: '',
}

/** Entries with the same router index belong to one page, although the router may have replaced the URL of one. */
function readEntry(): void {
  const { href } = location
  entry = { state: stateOf(), depth: depthOf(), address: href, page: String(stateOf().idx ?? href) }
}

/** Returns the function to call when the dialog has closed. */
export function enterDialog(close: () => void): () => void {
  openDialogs.push(close)
  if (depthOf() < openDialogs.length) history.pushState({ ...stateOf(), dialogs: openDialogs.length }, '')
  readEntry()
  return () => {
    const at = openDialogs.indexOf(close)
    if (at >= 0) openDialogs.splice(at, 1)
  }
}

/** Goes back to the previous page, past the entries of all dialogs. */
export function goBackFromDialogs(): void {
  openDialogs.length = 0
  history.go(-1 - depthOf())
}

/** Must be called after the router changed the URL, because the router drops the number of dialogs. */
export function recordNavigation(action: 'POP' | 'PUSH' | 'REPLACE'): void {
  if (action === 'REPLACE' && entry.depth > 0 && depthOf() === 0)
    history.replaceState({ ...stateOf(), dialogs: entry.depth }, '')
  readEntry()
}

function onPop(event: PopStateEvent): void {
  const previous = entry
  readEntry()
  const { depth, page } = entry
  if (page !== previous.page || depth === previous.depth) return
  // The page is the same: the router must not see the event, and the URL stays the one it knows.
  event.stopImmediatePropagation()
  history.replaceState({ ...previous.state, dialogs: depth }, '', previous.address)
  readEntry()
  const isBack = depth < previous.depth
  if (!isBack) return
  // A spare entry is skipped.
  if (depth >= openDialogs.length) history.go(openDialogs.length - depth - 1)
  while (openDialogs.length > depth) openDialogs.pop()!()
}

// Registered before the router's listener; pre-rendering at build time has no window.
if (typeof window !== 'undefined') {
  readEntry()
  addEventListener('popstate', onPop, { capture: true })
}
