// The rules of the house, as a table: each says in one sentence what is wrong and where.
import { fileURLToPath } from 'node:url'

import { checkDocuments } from './house/document-rules.ts'
import { checkBarrels, checkLength, checkNames, checkText } from './house/file-rules.ts'
import { checkCycles, checkImports, checkImportsExist } from './house/import-rules.ts'
import { checkPrivate } from './house/private-rules.ts'
import { readTree, type Finding, type Tree } from './house/tree.ts'

export const rules: Record<string, (tree: Tree) => Finding[]> = {
  'who may import whom': checkImports,
  'imports exist': checkImportsExist,
  'no rings': checkCycles,
  'no barrels': checkBarrels,
  'kebab-case names': checkNames,
  'short files': checkLength,
  'words of the code': checkText,
  'documents tell the truth': checkDocuments,
  'nothing private': checkPrivate,
}

export function checkHouse(tree: Tree): Finding[] {
  return Object.values(rules).flatMap((rule) => rule(tree))
}

export function describeFinding({ file, line, sentence }: Finding): string {
  return `${file}${line === undefined ? '' : `:${line}`}  ${sentence}`
}

if (import.meta.main) {
  const tree = readTree(fileURLToPath(new URL('..', import.meta.url)))
  const findings = checkHouse(tree)
  for (const finding of findings) console.log(describeFinding(finding))
  console.log(
    findings.length === 0 ? `The house is in order: ${tree.size} files.` : `${findings.length} broken rules.`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}
