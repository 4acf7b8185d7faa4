import { useEffect, useRef, useState } from 'react'

export interface Suggestion {
  value: string
  /** Words that explain the value. */
  title: string | null
}

export interface Suggestions<Item extends Suggestion> {
  items: readonly Item[]
  more: boolean
}

interface Source<Item extends Suggestion> {
  value: string
  load: (typed: string) => Promise<Suggestions<Item>>
  onChoose: (value: string, item?: Item) => void
  /** The field is empty again after each choice. */
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
  /** Settles what stands in the field, by one key or another, or because it is left. */
  take: (by: 'enter' | 'tab' | 'blur') => void
  takeItem: (item: Item) => void
  takeBack: () => void
}

/** A code and what it stands for, as one text. */
export const codeName = ({ value, title }: Suggestion): string => (title ? `${value}-${title}` : value)

const pauseBeforeLoad = 120 // milliseconds without a key

const fold = (text: string): string => text.trim().toLowerCase()

/** What is meant by a text: the item with this value or, when there is just one, with these words. */
export function meant<Item extends Suggestion>(items: readonly Item[], text: string): Item | undefined {
  const byValue = items.find((item) => fold(item.value) === fold(text))
  if (byValue) return byValue
  const byWords = items.filter(
    (item) => item.title && [item.title, codeName(item)].some((words) => fold(words) === fold(text)),
  )
  return byWords.length === 1 ? byWords[0] : undefined
}

/** The state of a combobox without a word about how it looks. */
export function useSuggestions<Item extends Suggestion>(source: Source<Item>): SuggestionList<Item> {
  const { value, load, onChoose, isCollecting = false } = source
  // What is being typed; null while the field just shows its value.
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [found, setFound] = useState<Suggestions<Item>>({ items: [], more: false })
  const [state, setState] = useState<SuggestionList<Item>['state']>('ready')
  const [active, setActive] = useState(-1)
  const timer = useRef(0)
  const asked = useRef(0)
  const shown = useRef(value)
  useEffect(() => {
    shown.current = value
  }, [value])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asked.current = -1
    },
    [],
  )

  const close = (): void => {
    clearTimeout(timer.current)
    asked.current++
    setOpen(false)
    setTyped(null)
    setActive(-1)
  }
  const ask = (text: string, pause: number): void => {
    clearTimeout(timer.current)
    setState('loading')
    setOpen(true)
    // From now on, not from when it is sent: an answer to fewer letters that comes meanwhile is no answer to these.
    const turn = ++asked.current
    timer.current = window.setTimeout(() => {
      load(text).then(
        (page) => {
          if (turn !== asked.current) return
          setFound(page)
          setState('ready')
          const [only] = page.items
          // Typed in full, and nothing else begins so: there is nothing left to choose.
          if (only && page.items.length === 1 && !page.more && fold(only.value) === fold(text)) {
            close()
            onChoose(only.value, only)
            return
          }
          setActive(text ? 0 : page.items.findIndex((item) => item.value === value))
        },
        () => turn === asked.current && setState('failed'),
      )
    }, pause)
  }
  const takeItem = (item: Item): void => {
    close()
    onChoose(item.value, item)
  }
  const take: SuggestionList<Item>['take'] = (by) => {
    const text = (typed ?? value).trim()
    const isFresh = state === 'ready'
    const highlighted = isOpen && isFresh ? found.items[active] : undefined
    // A key takes what is highlighted; who just clicks elsewhere has chosen nothing.
    const isMeant = by === 'enter' || (by === 'tab' && typed !== null && typed !== '')
    if (isMeant && highlighted) return takeItem(highlighted)
    close()
    if (typed === null) return
    const item = isFresh ? meant(found.items, text) : undefined
    // A collection takes in what is found only; a field shows what was typed until then.
    if (item || isFresh || !isCollecting) onChoose(item?.value ?? text, item)
    if (item || isFresh || text === '') return
    // The list has not come yet: what it would have said is learnt afterwards.
    load(text).then(
      ({ items }) => {
        const late = meant(items, text) ?? (isMeant ? items[0] : undefined)
        const isStillThere = fold(shown.current) === fold(text)
        if (isCollecting || (late && isStillThere)) onChoose(late?.value ?? text, late)
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
    open: () => ask(typed ?? '', 0),
    type: (text) => {
      setTyped(text)
      ask(text.trim(), pauseBeforeLoad)
    },
    move: (step) => {
      const last = found.items.length - 1
      setActive((now) => (now + step > last ? 0 : now + step < 0 ? last : now + step))
    },
    take,
    takeItem,
    takeBack: close,
  }
}
