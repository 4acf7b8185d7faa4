import { referencesOf } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { codeAfter } from '#domain/catalogue/kinds/code.ts'
import { fetchOptions, fewOptions, type Options } from '../api/options.ts'
import { lastCode } from '../api/resources.ts'
import { questionOf } from './cascade.ts'

/** What a form needs from the server before it can be filled in. */
export interface FormSources {
  /** The first choices of each field that refers to another master; null where they could not be had. */
  options: Readonly<Record<string, Options | null>>
  /** What the server will probably deal out next. */
  nextCode: string | undefined
}

export const noSources: FormSources = { options: {}, nextCode: undefined }

/** A list that cannot be had is logged, and the field says so; the form is shown all the same. */
export async function loadFormSources(entity: Entity, signal?: AbortSignal): Promise<FormSources> {
  const names = referencesOf(entity).map(({ name }) => name)
  const [nextCode, ...lists] = await Promise.all([
    orLogged(nextCodeOf(entity, signal), undefined),
    ...names.map((name) => orLogged(fetchOptions(questionOf(entity, name, {}), fewOptions), null)),
  ])
  return { options: Object.fromEntries(names.map((name, at) => [name, lists[at] ?? null])), nextCode }
}

async function nextCodeOf(entity: Entity, signal?: AbortSignal): Promise<string | undefined> {
  const last = await lastCode(entity, signal)
  return last && codeAfter(last)
}

async function orLogged<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work
  } catch (error) {
    console.warn('A list of the form could not be loaded', error)
    return otherwise
  }
}
