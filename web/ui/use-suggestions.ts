import { useEffect, useRef, useState } from 'react'
import { codeName, type Suggestion } from './code-name.ts'

export interface Suggestions<Item extends Suggestion> {
  items: readonly Item[]
  more: boolean
}

interface Source<Item extends Suggestion> {
  value: string
  load: (typed: string) => Promise<Suggestions<Item>>
  onChoose: (value: string, item?: Item) => void
  /** The field is cleared after each choice. */
  isCollecting?: boolean
}

interface SuggestionList<Item extends Suggestion> {
  text: string
  isTyping: boolean
  isOpen: boolean
  items: readonly Item[]
  hasMore: boolean
  state: 'loading' | 'ready' | 'failed'
  active: number
  open: () => void
  type: (text: string) => void
  move: (step: number) => void
  /** Commits the content of the field, on Enter, Tab or blur. */
  commit: (by: 'enter' | 'tab' | 'blur') => void
  chooseItem: (item: Item) => void
  revertInput: () => void
}

const debounce = 120 // milliseconds without a key

const fold = (text: string): string => text.trim().toLowerCase()

/** The item with this value or, when there is just one, with this title. */
export function matchItem<Item extends Suggestion>(items: readonly Item[], text: string): Item | undefined {
  const byValue = items.find((item) => fold(item.value) === fold(text))
  if (byValue) return byValue
  const byTitle = items.filter(
    (item) => item.title && [item.title, codeName(item)].some((name) => fold(name) === fold(text)),
  )
  return byTitle.length === 1 ? byTitle[0] : undefined
}

/** The state of a combobox, without its markup. */
export function useSuggestions<Item extends Suggestion>(source: Source<Item>): SuggestionList<Item> {
  const { value, load, onChoose, isCollecting = false } = source
  // The text being typed; null while the field shows its value.
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [found, setFound] = useState<Suggestions<Item>>({ items: [], more: false })
  const [state, setState] = useState<SuggestionList<Item>['state']>('ready')
  const [active, setActive] = useState(-1)
  const timer = useRef(0)
  const requests = useRef(0)
  const shown = useRef(value)
  useEffect(() => {
    shown.current = value
  }, [value])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      requests.current = -1
    },
    [],
  )

  const close = (): void => {
    clearTimeout(timer.current)
    requests.current++
    setOpen(false)
    setTyped(null)
    setActive(-1)
  }
  const loadList = (text: string, delay: number): void => {
    clearTimeout(timer.current)
    setState('loading')
    setOpen(true)
    // Counted now and not when it is sent, so that the answer to a shorter text that arrives meanwhile is dropped.
    const request = ++requests.current
    timer.current = window.setTimeout(() => {
      load(text).then(
        (page) => {
          if (request !== requests.current) return
          setFound(page)
          setState('ready')
          const [only] = page.items
          // The code is typed in full and nothing else matches, so it is chosen.
          if (only && page.items.length === 1 && !page.more && fold(only.value) === fold(text)) {
            if (isCollecting) close()
            // What is typed stays, because a name or a longer code may follow.
            else setOpen(false)
            onChoose(only.value, only)
            return
          }
          setActive(text ? 0 : page.items.findIndex((item) => item.value === value))
        },
        () => request === requests.current && setState('failed'),
      )
    }, delay)
  }
  const chooseItem = (item: Item): void => {
    close()
    onChoose(item.value, item)
  }
  const commit: SuggestionList<Item>['commit'] = (by) => {
    const text = (typed ?? value).trim()
    const isFresh = state === 'ready'
    const highlighted = isOpen && isFresh ? found.items[active] : undefined
    // Enter and Tab choose the highlighted item; a click elsewhere does not.
    const isConfirmed = by === 'enter' || (by === 'tab' && typed !== null && typed !== '')
    if (isConfirmed && highlighted) return chooseItem(highlighted)
    close()
    if (typed === null) return
    const item = isFresh ? matchItem(found.items, text) : undefined
    // A collecting field accepts matches only; any other shows the typed text meanwhile.
    if (item || isFresh || !isCollecting) onChoose(item?.value ?? text, item)
    if (item || isFresh || text === '') return
    // The list has not loaded yet: the typed text is resolved when it has.
    load(text).then(
      ({ items }) => {
        const late = matchItem(items, text) ?? (isConfirmed ? items[0] : undefined)
        const isUnchanged = fold(shown.current) === fold(text)
        if (isCollecting || (late && isUnchanged)) onChoose(late?.value ?? text, late)
      },
      () => isCollecting && onChoose(text),
    )
  }
  return {
    text: typed ?? value,
    isTyping: typed !== null,
    isOpen,
    items: found.items,
    hasMore: found.more,
    state,
    active,
    open: () => loadList(typed ?? '', 0),
    type: (text) => {
      setTyped(text)
      loadList(text.trim(), debounce)
    },
    move: (step) => {
      const last = found.items.length - 1
      setActive((now) => (now + step > last ? 0 : now + step < 0 ? last : now + step))
    },
    commit,
    chooseItem,
    revertInput: close,
  }
}
