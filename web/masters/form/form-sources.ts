import { referencesOf, type Entity } from '#domain/catalogue/entity.ts'
import { codeAfter } from '#domain/catalogue/kinds/code.ts'
import { fetchOptions, maxSelectOptions, type Options } from '../../api/options.ts'
import { lastCode } from '../../api/resources.ts'
import { loadLongLists } from '../inputs/long-lists.ts'
import { optionQueryOf } from './cascade.ts'

/** Data a form loads before it can be filled in. */
export interface FormSources {
  /** The first options of each reference field; null when they could not be loaded. */
  options: Readonly<Record<string, Options | null>>
  /** The code the server will probably generate next. */
  nextCode: string | undefined
}

export const noSources: FormSources = { options: {}, nextCode: undefined }

/** A list that fails to load is logged and reported at its field; the form is shown anyway. */
export async function loadFormSources(entity: Entity, signal?: AbortSignal): Promise<FormSources> {
  const names = referencesOf(entity).map(({ name }) => name)
  // Begun with the options and not after them, because most firms have a long list.
  const longLists = names.length > 0 ? loadLongLists() : undefined
  const [nextCode, ...lists] = await Promise.all([
    orElse(nextCodeOf(entity, signal), undefined),
    ...names.map((name) => orElse(fetchOptions(optionQueryOf(entity, name, {}), maxSelectOptions), null)),
  ])
  if (lists.some((list) => !list || list.more)) await longLists
  return { options: Object.fromEntries(names.map((name, at) => [name, lists[at] ?? null])), nextCode }
}

async function nextCodeOf(entity: Entity, signal?: AbortSignal): Promise<string | undefined> {
  const last = await lastCode(entity, signal)
  return last && codeAfter(last)
}

async function orElse<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work
  } catch (error) {
    console.warn('Could not load a list of the form', error)
    return otherwise
  }
}
