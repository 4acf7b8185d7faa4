import { useSyncExternalStore } from 'react'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import type { RecordLine } from '#domain/one-line/parse-line.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { clearOptionsCache } from '../api/options.ts'
import { deleteRecord } from '../api/records.ts'
import { createRecord } from '../api/drafts/save-record.ts'
import { attemptInMemory, submitOnce, type AttemptStore } from '../api/drafts/submit-once.ts'
import { onSessionChange } from '../api/session.ts'
import { parseLine } from './parse-line.ts'
import { t } from '#domain/messages/t.ts'

/** A submitted line and its result. */
export interface Entry {
  id: number
  text: string
  line: RecordLine
  state: 'saving' | 'saved' | 'refused' | 'unreachable' | 'undone'
  /** The message shown for it. */
  message: string
  record?: StoredRecord
  /** Makes a retry the same request, so that nothing is saved twice when only the answer was lost. */
  attempt: AttemptStore
}

/** Values that the next line inherits. */
export interface EntryContext {
  entity: Entity
  parent?: string
  /** Other parents, by field. */
  parents: Readonly<Record<string, string>>
}

// Survives the closing of the palette, so that a rejected line can still be fixed.
let entries: readonly Entry[] = []
let count = 0
let queue: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()
const maxShown = 100

function change(next: readonly Entry[]): void {
  entries = next.slice(0, maxShown)
  for (const listener of listeners) listener()
}

const update = (id: number, part: Partial<Entry>): void =>
  change(entries.map((each) => (each.id === id ? { ...each, ...part } : each)))

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Another account must not see the lines.
onSessionChange(() => change([]))

/** The lines of this browser session, newest first. */
export const useEntries = (): readonly Entry[] => useSyncExternalStore(subscribe, () => entries)

/** Saves the lines in order, because a line may refer to the one before. Returns whether it was saved. */
export function submitLine(text: string, line: RecordLine): Promise<boolean> {
  const entry: Entry = { id: ++count, text, line, state: 'saving', message: '', attempt: attemptInMemory() }
  change([entry, ...entries])
  return run(entry)
}

export function retry(entry: Entry): Promise<boolean> {
  update(entry.id, { state: 'saving', message: '' })
  return run(entry)
}

function run(entry: Entry): Promise<boolean> {
  const work = queue.then(() => save(entry))
  queue = work
  return work
}

async function save({ id, text, line, attempt }: Entry): Promise<boolean> {
  try {
    const { entity, values, problems } = await parseLine(line)
    if (problems.length > 0) {
      update(id, { state: 'refused', message: problems.join('. ') })
      return false
    }
    const send = (body: RecordValues, key: string): Promise<StoredRecord> => createRecord(entity, body, key)
    const record = await submitOnce({ attempt, typed: text, body: () => values, send })
    clearOptionsCache()
    update(id, {
      state: 'saved',
      record,
      message: t('{record} is saved', { record: nameRecord(entity, record) }),
    })
    return true
  } catch (error) {
    const sentences = error instanceof ApiProblem ? error.errors.map(({ message }) => message) : []
    const message = sentences.length > 0 ? sentences.join('. ') : sentenceOf(error)
    update(id, { state: error instanceof ApiProblem ? 'refused' : 'unreachable', message })
    return false
  }
}

export async function undo({ id, line, record }: Entry): Promise<void> {
  if (!record) return
  try {
    await deleteRecord(line.entity, record)
    update(id, {
      state: 'undone',
      message: t('{record} is deleted', { record: nameRecord(line.entity, record) }),
    })
  } catch (error) {
    const values = { record: nameRecord(line.entity, record), reason: sentenceOf(error) }
    update(id, { message: t('{record} is not deleted: {reason}', values) })
  }
  clearOptionsCache()
}

export const removeEntry = (entry: Entry): void => change(entries.filter((each) => each.id !== entry.id))

/** The entity and parents that the next line inherits. */
export function contextAfter({ entity, parent, values }: RecordLine): EntryContext {
  const parents = Object.entries(values).filter(([name]) => entity.fields[name]!.reference)
  return { entity, ...(parent && { parent }), parents: Object.fromEntries(parents) }
}

/** Adds the inherited parents to a line that has none of its own. */
export function withContext(line: RecordLine, context: EntryContext | null): RecordLine {
  if (!context || context.entity !== line.entity) return line
  const saysWhere =
    line.parent !== undefined || Object.keys(line.values).some((name) => line.entity.fields[name]!.reference)
  if (saysWhere) return line
  return { ...line, parent: context.parent, values: { ...context.parents, ...line.values } }
}
