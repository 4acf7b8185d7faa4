import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { readLine } from '#domain/one-line/read-line.ts'
import { forms } from '#domain/contract/forms.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { ownAccount } from '../api/accounts.ts'
import { useMay } from '../api/use-may.ts'
import { askedHere } from '../entity/asked-here.ts'
import { inSentence } from '../entity/in-sentence.ts'
import '../styles/chips.css'
import '../styles/palette.css'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOnLeaving } from '../ui/use-on-leaving.ts'
import { useOnline } from '../ui/use-online.ts'
import { continued, drop, enter, goingOn, useEntries, type Entry, type Going } from './entries.ts'
import { EntryLog } from './entry-log.tsx'
import { groupOfAmbiguity, groupOfSeveral, groupsAtRest, groupsFor, type Item } from './palette-items.ts'
import { PaletteList } from './palette-list.tsx'
import { placesFor, subjectAt } from './places.ts'
import { keepRecent, readRecent } from './recent.ts'
import { UnderstoodPanel } from './understood-panel.tsx'
import { useFound } from './use-found.ts'
import { useUnderstood } from './use-understood.ts'

const WhyDialog = lazy(async () => ({ default: (await import('../entity/why-dialog.tsx')).WhyDialog }))

interface PaletteProps {
  /** What was typed before the text field was there. */
  takeTyped: () => string
  onClose: () => void
}

/** Go anywhere, find anything, enter a record in one line: by typing. */
export function Palette({ takeTyped, onClose }: PaletteProps): ReactNode {
  const may = useMay()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const isOnline = useOnline()
  const entries = useEntries()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const hasSaved = useRef(false)
  const [text, setText] = useState('')
  const [going, setGoing] = useState<Going | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [recent] = useState(readRecent)
  const [isAsking, setAsking] = useState(false)
  const { pathname } = useLocation()
  useOnLeaving(onClose)
  // Also under a thumb: whoever opens it wants to type.
  useLayoutEffect(() => input.current?.focus(), [])
  // On a public page nobody has asked yet who is logged in.
  useEffect(() => void ownAccount().catch(() => undefined), [])

  const places = useMemo(() => placesFor(may), [may])
  const creatable = useMemo(
    () =>
      forms
        .filter((form) => form.entity !== 'contactMessage' && may('create', form.entity))
        .map((form) => entityNamed(form.entity)),
    [may],
  )
  const read = readLine(text, creatable, going?.entity)
  // A few letters of a name are rather the beginning of a search.
  const isMeant = read.kind === 'record' && (read.isWhole || /^\s*\S{3}/.test(text))
  const line = isMeant && !read.isBare ? continued(read, going) : null
  const { understood, isFresh, problem } = useUnderstood(line)
  const search = useFound(text, line === null && !going && isOnline)

  const isBlocked = isFresh && understood !== null && understood.problems.length > 0
  const groups = [
    ...(line ? [{ label: 'Create', items: [createItem(line.entity.singular, isBlocked)] }] : []),
    ...(line && isFresh ? groupOfAmbiguity(understood?.ambiguity, text) : []),
    ...groupOfSeveral(read, text),
    ...(going || line
      ? []
      : text.trim() === ''
        ? groupsAtRest(recent, places)
        : groupsFor(text, recent, places, search.found.items)),
  ].filter(({ items }) => items.length > 0)
  const items = groups.flatMap((group) => group.items)
  const at = Math.max(
    0,
    items.findIndex((item) => item.id === chosen),
  )
  const active = items[at]

  const type = (next: string): void => {
    setText(next)
    setChosen(null)
  }
  const retype = (next: string): void => {
    type(next)
    input.current?.focus()
  }
  const create = async (): Promise<void> => {
    if (!line || isBlocked) return
    setGoing(goingOn(line))
    type('')
    const isSaved = await enter(text, line)
    // What was refused comes back to be mended, unless the next line has been begun.
    if (!isSaved && input.current?.value === '') setText(text)
    hasSaved.current ||= isSaved
  }
  const takeUp = (entry: Entry): void => {
    setGoing({ ...goingOn(entry.line) })
    drop(entry)
    retype(entry.text)
  }
  const run = (item: Item | undefined, isElsewhere: boolean): void => {
    if (!item) return
    const { does, label, hint } = item
    if (does.kind === 'create') return void create()
    if (does.kind === 'ask') return setAsking(true)
    if (does.kind === 'retype') return retype(does.text)
    if (does.kind === 'begin') {
      setGoing({ entity: does.entity, parents: {} })
      return retype('')
    }
    keepRecent({ label, hint, to: does.to })
    if (isElsewhere) {
      window.open(does.to, '_blank', 'noopener')
      return
    }
    onClose()
    void navigate(does.to)
  }
  const close = (): void => {
    // The page behind may list what was entered here.
    if (hasSaved.current) void revalidate()
    onClose()
  }
  const letGo = (): void =>
    setGoing(going && hasParents(going) ? { entity: going.entity, parents: {} } : null)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    const isChord = event.ctrlKey || event.metaKey
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen(items[(at + step + items.length) % items.length]?.id ?? null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(active, isChord)
    } else if (event.key === 'Backspace' && text === '' && going) {
      event.preventDefault()
      letGo()
    } else if (isChord && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      close()
    }
  }
  const noun = going && inSentence(going.entity.singular)
  if (isAsking)
    return (
      <Suspense>
        <WhyDialog
          heading="What may I do here?"
          ask={askedHere(pathname, may, subjectAt(pathname))}
          onClose={close}
        />
      </Suspense>
    )
  return (
    <Dialog heading="Find or create" onClose={close}>
      <div className="palette">
        <div className="palette-line">
          {going && (
            <span className="chip palette-going">
              New {noun}
              {hasParents(going) && ` in ${going.within ?? Object.values(going.parents).join(', ')}`}
              <button
                type="button"
                aria-label={`Stop entering: new ${noun}`}
                onClick={() => (setGoing(null), retype(text))}
              >
                <Icon name="close" />
              </button>
            </span>
          )}
          <input
            ref={input}
            className="control"
            type="text"
            role="combobox"
            aria-label={going ? `New ${noun}` : 'Find or create'}
            aria-autocomplete="list"
            aria-expanded={items.length > 0}
            aria-controls={items.length > 0 ? id : undefined}
            aria-activedescendant={active ? `${id}-${at}` : undefined}
            placeholder={going ? 'Code and name' : 'A screen, a record, or: city PUN Pune in MH'}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint={line ? 'done' : 'go'}
            maxLength={2000}
            value={text}
            onChange={(event) => type(event.target.value)}
            onFocus={() => {
              const typed = takeTyped()
              if (typed) setText(typed)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        {line && (
          <UnderstoodPanel entity={line.entity} understood={understood} isFresh={isFresh} problem={problem} />
        )}
        <PaletteList id={id} groups={groups} active={active?.id} onRun={run} />
        <output className="palette-note">
          {!isOnline
            ? 'There is no connection: screens open as far as they were loaded, records cannot be looked up.'
            : search.problem || noteOn(text, items.length, search.isLooking, search.found.isCut)}
        </output>
        <EntryLog entries={entries} onTakeUp={takeUp} />
      </div>
    </Dialog>
  )
}

const hasParents = (going: Going): boolean =>
  going.within !== undefined || Object.keys(going.parents).length > 0

const createItem = (singular: string, isBlocked: boolean): Item => ({
  id: 'create',
  label: `Create this ${inSentence(singular)}`,
  hint: isBlocked ? 'Not yet: see above' : 'Enter',
  does: { kind: 'create' },
})

function noteOn(text: string, count: number, isLooking: boolean, isCut: boolean): string {
  if (isCut) return 'Looking took too long: not every master was looked into. Type more of it.'
  if (text.trim() === '' || count > 0) return ''
  return isLooking ? 'Looking…' : 'Nothing fits. A new record begins with what it is: city PUN Pune in MH'
}
