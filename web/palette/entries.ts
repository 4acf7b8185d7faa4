import { useSyncExternalStore } from 'react'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import type { RecordLine } from '#domain/one-line/read-line.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { forgetOptions } from '../api/options.ts'
import { deleteRecord } from '../api/records.ts'
import { createRecord } from '../api/resources.ts'
import { attemptInMemory, submitOnce, type AttemptStore } from '../api/submit-once.ts'
import { onSessionChange } from '../api/session.ts'
import { understand } from './understand.ts'

/** A line that was entered, and what became of it. */
export interface Entry {
  id: number
  text: string
  line: RecordLine
  state: 'saving' | 'saved' | 'refused' | 'unreachable' | 'undone'
  /** What there is to say about it. */
  words: string
  record?: StoredRecord
  /** The same line sent again is the same request: if only the answer was lost, nothing is saved twice. */
  attempt: AttemptStore
}

/** What the next line goes on with. */
export interface Going {
  entity: Entity
  within?: string
  /** Other parents that were named by their fields. */
  parents: Readonly<Record<string, string>>
}

// Kept while the palette is closed: a line that was refused is found again.
let entries: readonly Entry[] = []
let count = 0
let queue: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()
const mostShown = 100

function change(next: readonly Entry[]): void {
  entries = next.slice(0, mostShown)
  for (const listener of listeners) listener()
}

const put = (id: number, part: Partial<Entry>): void =>
  change(entries.map((each) => (each.id === id ? { ...each, ...part } : each)))

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Another person finds nothing of it.
onSessionChange(() => change([]))

/** The lines of this sitting, the latest first. */
export const useEntries = (): readonly Entry[] => useSyncExternalStore(subscribe, () => entries)

/** One after the other, in the order they were typed: a line may refer to the one before. Gives whether it was saved. */
export function enter(text: string, line: RecordLine): Promise<boolean> {
  const entry: Entry = { id: ++count, text, line, state: 'saving', words: '', attempt: attemptInMemory() }
  change([entry, ...entries])
  return run(entry)
}

export function tryAgain(entry: Entry): Promise<boolean> {
  put(entry.id, { state: 'saving', words: '' })
  return run(entry)
}

function run(entry: Entry): Promise<boolean> {
  const work = queue.then(() => save(entry))
  queue = work
  return work
}

async function save({ id, text, line, attempt }: Entry): Promise<boolean> {
  try {
    const { entity, values, problems } = await understand(line)
    if (problems.length > 0) {
      put(id, { state: 'refused', words: problems.join('. ') })
      return false
    }
    const send = (body: RecordValues, key: string): Promise<StoredRecord> => createRecord(entity, body, key)
    const record = await submitOnce({ attempt, typed: text, body: () => values, send })
    forgetOptions()
    put(id, { state: 'saved', record, words: `${nameRecord(entity, record)} is saved` })
    return true
  } catch (error) {
    const sentences = error instanceof ApiProblem ? error.errors.map(({ message }) => message) : []
    const words = sentences.length > 0 ? sentences.join('. ') : sentenceOf(error)
    put(id, { state: error instanceof ApiProblem ? 'refused' : 'unreachable', words })
    return false
  }
}

export async function undo({ id, line, record }: Entry): Promise<void> {
  if (!record) return
  try {
    await deleteRecord(line.entity, record)
    put(id, { state: 'undone', words: `${nameRecord(line.entity, record)} is taken back` })
  } catch (error) {
    put(id, { words: `${nameRecord(line.entity, record)} is not taken back: ${sentenceOf(error)}` })
  }
  forgetOptions()
}

export const drop = (entry: Entry): void => change(entries.filter((each) => each.id !== entry.id))

/** What the next line need not say again: what it is, and where it belongs. */
export function goingOn({ entity, within, values }: RecordLine): Going {
  const parents = Object.entries(values).filter(([name]) => entity.fields[name]!.reference)
  return { entity, ...(within && { within }), parents: Object.fromEntries(parents) }
}

/** A line with what it goes on with; what it says itself counts. */
export function continued(line: RecordLine, going: Going | null): RecordLine {
  if (!going || going.entity !== line.entity) return line
  const saysWhere =
    line.within !== undefined || Object.keys(line.values).some((name) => line.entity.fields[name]!.reference)
  if (saysWhere) return line
  return { ...line, within: going.within, values: { ...going.parents, ...line.values } }
}
