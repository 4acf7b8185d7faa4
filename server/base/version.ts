import { readFileSync } from 'node:fs'
import { textAt } from '#domain/catalogue/values.ts'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import { project } from '../project/project.ts'

/** The version of AgriDesk. */
export function versionOfPackage(): string {
  const text = readFileSync(new URL('package.json', project), 'utf8')
  return textAt(parseJson(text, isObject), 'version')
}
