import { cyclesOf, importsOf } from './imports.ts'
import { mayImport, roomOf } from './rooms.ts'
import { isCode, isTest, type Finding, type Tree } from './tree.ts'

const ownFolders = /^(?:domain|server|web)\//

const codeFiles = (tree: Tree): string[] => [...tree.keys()].filter(isCode).toSorted()

export function checkImports(tree: Tree): Finding[] {
  return codeFiles(tree)
    .filter((file) => ownFolders.test(file) && !isTest(file))
    .flatMap((file) => {
      const room = roomOf(file)
      if (!room)
        return [
          {
            file,
            sentence: 'A folder of server or web has a row in the import table (scripts/house/rooms.ts).',
          },
        ]
      return importsOf(file, tree.get(file) ?? '')
        .filter((one) => (one.path === undefined ? room.name === 'domain' : !mayImport(room, one.path)))
        .map((one) => ({ file, line: one.line, sentence: `${room.sentence} (It imports ${one.specifier}.)` }))
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
    sentence: `Files do not import each other in a ring. (${cycle.join(' → ')})`,
  }))
}
