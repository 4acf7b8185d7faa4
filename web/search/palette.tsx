import {
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
import { readLine } from '#domain/one-line/parse-line.ts'
import { forms } from '#domain/contract/forms.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { ownAccount } from '../api/accounts.ts'
import { useMay } from '../api/use-may.ts'
import { useMayOpen } from '../access/use-may-open.ts'
import { currentSubject } from '../access/current-subject.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import '../ui/chips.css'
import './palette.css'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOnNavigate } from '../ui/use-on-navigate.ts'
import { useOnline } from '../ui/use-online.ts'
import {
  withContext,
  removeEntry,
  submitLine,
  contextAfter,
  useEntries,
  type Entry,
  type EntryContext,
} from './entries.ts'
import { EntryLog } from './entry-log.tsx'
import { ambiguityGroups, entityGroups, initialGroups, groupsFor, type Item } from './palette-items.ts'
import { PaletteList } from './palette-list.tsx'
import { destinationsFor, subjectAt } from './destinations.ts'
import { saveRecent, readRecent } from './recent.ts'
import { ParsedLinePanel } from './parsed-line-panel.tsx'
import { useSearchResults } from './use-search-results.ts'
import { useParsedLine } from './use-parsed-line.ts'
import { t } from '#domain/messages/t.ts'

const WhyDialog = deferredDialog(async () => (await import('../access/why-dialog.tsx')).WhyDialog)

interface PaletteProps {
  /** Returns the text typed while the palette was loading. */
  takeTyped: () => string
  onClose: () => void
}

/** Opens screens, finds records and creates a record from one line of text. */
export function Palette({ takeTyped, onClose }: PaletteProps): ReactNode {
  const may = useMay()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const isOnline = useOnline()
  const entries = useEntries()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const hasSaved = useRef(false)
  const [text, setText] = useState('')
  const [context, setContext] = useState<EntryContext | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [recent] = useState(readRecent)
  const [isAccessOpen, setAccessOpen] = useState(false)
  const { pathname } = useLocation()
  useOnNavigate(onClose)
  // Also on touch devices, because the palette is used by typing.
  useLayoutEffect(() => input.current?.focus(), [])
  // Public pages have not loaded the account.
  useEffect(() => void ownAccount().catch(() => undefined), [])

  const destinations = useMemo(() => destinationsFor(may, mayOpen), [may, mayOpen])
  const creatable = useMemo(
    () =>
      forms
        .filter((form) => form.entity !== 'contactMessage' && may('create', form.entity))
        .map((form) => entityNamed(form.entity)),
    [may],
  )
  const read = readLine(text, creatable, context?.entity)
  // One or two letters are treated as a search.
  const isLine = read.kind === 'record' && (read.isWhole || /^\s*\S{3}/.test(text))
  const line = isLine && !read.isBare ? withContext(read, context) : null
  const { understood, isFresh, problem } = useParsedLine(line)
  const search = useSearchResults(text, line === null && !context && isOnline)

  const isBlocked = isFresh && understood !== null && understood.problems.length > 0
  const groups = [
    ...(line ? [{ label: t('Create'), items: [createItem(line.entity.singular, isBlocked)] }] : []),
    ...(line && isFresh ? ambiguityGroups(understood?.ambiguity, text) : []),
    ...entityGroups(read, text),
    ...(context || line
      ? []
      : text.trim() === ''
        ? initialGroups(recent, destinations)
        : groupsFor(text, recent, destinations, search.found.items)),
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
    setContext(contextAfter(line))
    type('')
    const isSaved = await submitLine(text, line)
    // A rejected line returns to the text field, unless the next line has been started.
    if (!isSaved && input.current?.value === '') setText(text)
    hasSaved.current ||= isSaved
  }
  const fix = (entry: Entry): void => {
    setContext({ ...contextAfter(entry.line) })
    removeEntry(entry)
    retype(entry.text)
  }
  const run = (item: Item | undefined, inNewTab: boolean): void => {
    if (!item) return
    const { action, label, hint } = item
    if (action.kind === 'create') return void create()
    if (action.kind === 'ask') return setAccessOpen(true)
    if (action.kind === 'retype') return retype(action.text)
    if (action.kind === 'begin') {
      setContext({ entity: action.entity, parents: {} })
      return retype('')
    }
    saveRecent({ label, hint, to: action.to })
    if (inNewTab) {
      window.open(action.to, '_blank', 'noopener')
      return
    }
    onClose()
    void navigate(action.to)
  }
  const close = (): void => {
    // The page behind the palette may list the new records.
    if (hasSaved.current) void revalidate()
    onClose()
  }
  const dropContext = (): void =>
    setContext(context && hasParents(context) ? { entity: context.entity, parents: {} } : null)
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
    } else if (event.key === 'Backspace' && text === '' && context) {
      event.preventDefault()
      dropContext()
    } else if (isChord && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      close()
    }
  }
  const noun = context === null ? '' : labelInSentence(t(context.entity.singular))
  if (isAccessOpen)
    return (
      <WhyDialog
        heading={t('What may I do here?')}
        ask={currentSubject(pathname, may, subjectAt(pathname))}
        onClose={close}
      />
    )
  return (
    <Dialog heading={t('Find or create')} onClose={close}>
      <div className="palette">
        <div className="palette-line">
          {context && (
            <span className="chip palette-context">
              {hasParents(context)
                ? t('New {noun} in {parents}', {
                    noun,
                    parents: context.parent ?? Object.values(context.parents).join(', '),
                  })
                : t('New {noun}', { noun })}
              <button
                type="button"
                aria-label={t('Cancel: new {noun}', { noun })}
                onClick={() => (setContext(null), retype(text))}
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
            aria-label={context ? t('New {noun}', { noun }) : t('Find or create')}
            aria-autocomplete="list"
            aria-expanded={items.length > 0}
            aria-controls={items.length > 0 ? id : undefined}
            aria-activedescendant={active ? `${id}-${at}` : undefined}
            placeholder={context ? t('Code and name') : t('A screen, a record, or: city PUN Pune in MH')}
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
          <ParsedLinePanel entity={line.entity} understood={understood} isFresh={isFresh} problem={problem} />
        )}
        <PaletteList id={id} groups={groups} active={active?.id} onRun={run} />
        <output className="palette-note">
          {!isOnline
            ? t(
                'No connection: only screens that are already loaded can be opened, and records cannot be searched.',
              )
            : search.problem || statusText(text, items.length, search.isSearching, search.found.isCut)}
        </output>
        <EntryLog entries={entries} onFix={fix} />
      </div>
    </Dialog>
  )
}

const hasParents = (context: EntryContext): boolean =>
  context.parent !== undefined || Object.keys(context.parents).length > 0

const createItem = (singular: string, isBlocked: boolean): Item => ({
  id: 'create',
  label: t('Create this {noun}', { noun: labelInSentence(t(singular)) }),
  hint: isBlocked ? t('Fix the problems above') : t('Enter'),
  action: { kind: 'create' },
})

function statusText(text: string, count: number, isSearching: boolean, isCut: boolean): string {
  if (isCut) return t('The search took too long and is incomplete. Type more to narrow it.')
  if (text.trim() === '' || count > 0) return ''
  return isSearching ? t('Searching…') : t('No matches. To create, type e.g. “city PUN Pune in MH”.')
}
