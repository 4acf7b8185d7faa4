import { cyclesOf, importsOf } from './imports.ts'
import { isRoute, mayImport, moduleOf } from './modules.ts'
import { isCode, isTest, type Finding, type Tree } from './tree.ts'

const ownFolders = /^(?:domain|server|web)\//

const codeFiles = (tree: Tree): string[] => [...tree.keys()].filter(isCode).toSorted()

const noModule = 'A folder of server or web has a row in scripts/architecture/modules.ts.'
const noSql = 'A route and server/http call services, and import nothing from server/store.'

const schemas = 'domain/api/'
const schemaLibrary = 'zod/mini'
const typesOfSchemas =
  'domain/api is imported by server; web imports its types only, so that the schema library is not part of its files.'

const isSchemaLibrary = (file: string, specifier: string): boolean =>
  file.startsWith(schemas) && specifier === schemaLibrary
const isSchemaMisuse = (file: string, path: string | undefined, isType: boolean): boolean =>
  path?.startsWith(schemas) === true &&
  !file.startsWith(schemas) &&
  !file.startsWith('server/') &&
  !(isType && file.startsWith('web/'))

export function checkImports(tree: Tree): Finding[] {
  return codeFiles(tree)
    .filter((file) => ownFolders.test(file) && !isTest(file))
    .flatMap((file) => {
      const module = moduleOf(file)
      if (!module) return [{ file, sentence: noModule }]
      return importsOf(file, tree.get(file) ?? '').flatMap(({ path, specifier, line, isType }) => {
        const isAllowed =
          path === undefined
            ? module.name !== 'domain' || isSchemaLibrary(file, specifier)
            : mayImport(module, path)
        const broken = [
          ...(isAllowed ? [] : [module.sentence]),
          ...(isRoute(file) && path?.startsWith('server/store/') ? [noSql] : []),
          ...(isSchemaMisuse(file, path, isType) ? [typesOfSchemas] : []),
        ]
        return broken.map((sentence) => ({ file, line, sentence: `${sentence} (It imports ${specifier}.)` }))
      })
    })
}

export function checkImportsExist(tree: Tree): Finding[] {
  return codeFiles(tree).flatMap((file) =>
    importsOf(file, tree.get(file) ?? '')
      .filter((one) => one.path !== undefined && ownFolders.test(one.path) && !tree.has(one.path))
      .map((one) => ({
        file,
        line: one.line,
        sentence: `An import names a file that exists. (It imports ${one.specifier}.)`,
      })),
  )
}

export function checkCycles(tree: Tree): Finding[] {
  return cyclesOf(tree, codeFiles(tree)).map((cycle) => ({
    file: cycle[0] ?? '',
    sentence: `Files do not import each other in a cycle. (${cycle.join(' → ')})`,
  }))
}

const storedParts = 'domain/catalogue/stored/'

/** What only the server needs of kinds and entities is in files that no import of the web app leads to. */
export function checkWebSources(tree: Tree): Finding[] {
  const findings: Finding[] = []
  const seen = new Set<string>()
  const walk = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const { path = '', line, isType } of importsOf(file, tree.get(file) ?? '')) {
      if (isType) continue
      if (path.startsWith(storedParts))
        findings.push({ file, line, sentence: `The web app loads nothing of ${storedParts}.` })
      else if (isCode(path) && tree.has(path)) walk(path)
    }
  }
  for (const file of codeFiles(tree)) if (file.startsWith('web/') && !isTest(file)) walk(file)
  return findings
}
