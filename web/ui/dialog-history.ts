/**
 * Back closes the dialog on top instead of leaving the page. Each open dialog has an entry in the history: the same
 * address, with the number of dialogs in its state. Closing a dialog by a button leaves its entry behind as a spare one,
 * which the next dialog uses and Back steps over: removing it would be a navigation of its own, and races with any other.
 * The router never sees these steps.
 */
interface EntryState {
  /** How many dialogs the entry was made for. */
  dialogs?: number
  /** The router's own number of the page. */
  idx?: number
}

const open: (() => void)[] = []
const stateOf = (): EntryState => (history.state ?? {}) as EntryState
const depthOf = (): number => stateOf().dialogs ?? 0
/** The entry the browser is at. */
let entry = { state: {} as EntryState, depth: 0, address: '', page: '' }

/** Entries with the same number of the router are of one page, although it may have replaced the address of one. */
function note(): void {
  const { href } = location
  entry = { state: stateOf(), depth: depthOf(), address: href, page: String(stateOf().idx ?? href) }
}

/** Gives the function to call when the dialog has closed. */
export function enterDialog(close: () => void): () => void {
  open.push(close)
  if (depthOf() < open.length) history.pushState({ ...stateOf(), dialogs: open.length }, '')
  note()
  return () => {
    const at = open.indexOf(close)
    if (at >= 0) open.splice(at, 1)
  }
}

/** Back to the page before this one, whatever dialogs are open or were. */
export function goBackFromDialogs(): void {
  open.length = 0
  history.go(-1 - depthOf())
}

/** To be called after the router changed the address: it does not know of the number. */
export function noteNavigation(action: 'POP' | 'PUSH' | 'REPLACE'): void {
  if (action === 'REPLACE' && entry.depth > 0 && depthOf() === 0)
    history.replaceState({ ...stateOf(), dialogs: entry.depth }, '')
  note()
}

function onPop(event: PopStateEvent): void {
  const before = entry
  note()
  const { depth, page } = entry
  if (page !== before.page || depth === before.depth) return
  // Within one page: nothing has changed for the router, and the address is the one it knows.
  event.stopImmediatePropagation()
  history.replaceState({ ...before.state, dialogs: depth }, '', before.address)
  note()
  const isBack = depth < before.depth
  if (!isBack) return
  // A spare entry: what was meant is the step before it.
  if (depth >= open.length) history.go(open.length - depth - 1)
  while (open.length > depth) open.pop()!()
}

// Before the router, which listens from its start on; pages are drawn at build as well, where there is no history.
if (typeof window !== 'undefined') {
  note()
  addEventListener('popstate', onPop, { capture: true })
}
