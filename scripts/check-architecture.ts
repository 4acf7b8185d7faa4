// The architecture rules; each finding names the file and the rule it breaks.
import { fileURLToPath } from 'node:url'

import { checkCasts } from './architecture/cast-rules.ts'
import { checkDocuments } from './architecture/document-rules.ts'
import { checkBarrels, checkFolders, checkLength, checkNames, checkText } from './architecture/file-rules.ts'
import { checkCycles, checkImports, checkImportsExist, checkWebSources } from './architecture/import-rules.ts'
import { checkLock } from './release/lock-rules.ts'
import { checkLiterals, checkMessages } from './architecture/message-rules.ts'
import { checkPrivate } from './architecture/private-rules.ts'
import { checkScreens } from './architecture/screen-rules.ts'
import {
  checkBreakpoints,
  checkLabelsInSheets,
  checkLayers,
  checkTextSizes,
} from './architecture/style-rules.ts'
import { checkServerTexts } from './architecture/server-message-rules.ts'
import { readTree, type Finding, type Tree } from './architecture/tree.ts'
import { checkTranslations } from './translations/check-translations.ts'
import { checkWords } from './architecture/word-rules.ts'

export const rules: Record<string, (tree: Tree) => Finding[]> = {
  'module order': checkImports,
  'imports exist': checkImportsExist,
  'no cycles': checkCycles,
  'no server parts in the web app': checkWebSources,
  'screens are listed once': checkScreens,
  'no barrels': checkBarrels,
  'kebab-case names': checkNames,
  'small folders': checkFolders,
  'short files': checkLength,
  'text of the code': checkText,
  'few casts': checkCasts,
  'texts are messages': checkLiterals,
  'texts of the server are messages': checkServerTexts,
  'messages are literals with their values': checkMessages,
  'translations fit their messages': checkTranslations,
  'style sheets in layers': checkLayers,
  'four breakpoints': checkBreakpoints,
  'no labels in style sheets': checkLabelsInSheets,
  'one scale of text sizes': checkTextSizes,
  'documents name existing files and commands': checkDocuments,
  'packages are pinned': checkLock,
  'no private paths or hosts': checkPrivate,
  'no replaced words': checkWords,
}

export function checkArchitecture(tree: Tree): Finding[] {
  return Object.values(rules).flatMap((rule) => rule(tree))
}

export function describeFinding({ file, line, sentence }: Finding): string {
  return `${file}${line === undefined ? '' : `:${line}`}  ${sentence}`
}

if (import.meta.main) {
  const tree = readTree(fileURLToPath(new URL('..', import.meta.url)))
  const findings = checkArchitecture(tree)
  for (const finding of findings) console.log(describeFinding(finding))
  console.log(
    findings.length === 0 ? `No broken rules in ${tree.size} files.` : `${findings.length} broken rules.`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}
