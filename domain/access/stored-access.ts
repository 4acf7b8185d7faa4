import { isObject, isOneOf } from '../input.ts'
import { parseJson } from '../parse-json.ts'
import { grants, levels, type Rights, type Scope, type TerritoryNode } from './rights.ts'

/** Rights as they are stored; grants that do not exist any more are left out. */
export const parseRights = (text: string): Rights => readRights(parseJson(text, isObject))

export function readRights(stored: Readonly<Record<string, unknown>>): Rights {
  return Object.fromEntries(
    Object.entries(stored).map(([subject, list]) => [
      subject,
      [list].flat().filter((each) => isOneOf(grants, each)),
    ]),
  )
}

export const isScope = (input: unknown): input is Scope =>
  input === 'everything' || (Array.isArray(input) && input.every(isTerritoryNode))

const isTerritoryNode = (input: unknown): input is TerritoryNode =>
  isObject(input) && isOneOf(levels, input['level']) && typeof input['code'] === 'string'
