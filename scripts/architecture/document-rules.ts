import { posix } from 'node:path'

import { baseName, lineAt, type Finding, type Tree } from './tree.ts'

const isDocument = (file: string): boolean => /^(?:README|CONTRIBUTING)\.md$|^docs\/.+\.md$/.test(file)

// A superseded decision may name files that no longer exist.
const isReplaced = (text: string): boolean => /^\W*status\W+superseded/im.test(text)

const npmItself = new Set([
  'ci',
  'install',
  'i',
  'audit',
  'exec',
  'run',
  'outdated',
  'ls',
  'pack',
  'version',
  'update',
  'view',
])
const ownFolders = /^(?:domain|server|web|testing|e2e|bench|trust|drill|scripts|docs|\.ci)\//
const fileName = /^[\w.-]+\.(?:ts|tsx|mjs|md|json|css|html)$/
const inBackticks = /`([^`\n]+)`/g
const npmCommand = /\bnpm (run )?([a-z][\w:-]*)/g
const link = /\]\(([^)\s#]+)[^)]*\)/g

export function checkDocuments(tree: Tree): Finding[] {
  return [...tree]
    .filter(([file, text]) => isDocument(file) && !isReplaced(text))
    .flatMap(([file, text]) => [
      ...commands(file, text, scriptsOf(tree)),
      ...paths(file, text, tree),
      ...links(file, text, tree),
    ])
}

function scriptsOf(tree: Tree): Set<string> {
  const parsed: { scripts?: Record<string, string> } = JSON.parse(tree.get('package.json') ?? '{}')
  return new Set(Object.keys(parsed.scripts ?? {}))
}

/** Inline code and fenced blocks, where `npm …` is a command. */
function codeOf(text: string): { code: string; index: number }[] {
  const spans = [...text.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)]
  return spans.map((match) => ({ code: match[1] ?? match[2] ?? '', index: match.index }))
}

function commands(file: string, text: string, scripts: Set<string>): Finding[] {
  return codeOf(text).flatMap(({ code, index }) =>
    [...code.matchAll(npmCommand)]
      .filter(([, run, name = '']) => !scripts.has(name) && (run !== undefined || !npmItself.has(name)))
      .map(([whole]) => ({
        file,
        line: lineAt(text, index),
        sentence: `Every command named in a document exists. (${whole})`,
      })),
  )
}

function paths(file: string, text: string, tree: Tree): Finding[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, (block) => block.replaceAll(/[^\n]/g, ' '))
  return [...prose.matchAll(inBackticks)]
    .filter(([, quoted = '']) => !quoted.split(/\s+/).every((word) => pathExists(word, tree)))
    .map((match) => ({
      file,
      line: lineAt(text, match.index),
      sentence: `Every path named in a document exists. (${match[1]})`,
    }))
}

function links(file: string, text: string, tree: Tree): Finding[] {
  return [...text.matchAll(link)]
    .filter(([, target = '']) => !/^(?:[a-z]+:|\/)/.test(target))
    .filter(([, target = '']) => !isThere(posix.normalize(posix.join(posix.dirname(file), target)), tree))
    .map((match) => ({
      file,
      line: lineAt(text, match.index),
      sentence: `Every link in a document has a target. (${match[1]})`,
    }))
}

/** Also true for words that are not a path of this repository. */
function pathExists(word: string, tree: Tree): boolean {
  const path = word.replace(/^#|^\.\//, '').replace(/[:#]\d+.*$|[,;)]+$/, '')
  if (fileName.test(path)) return [...tree.keys()].some((file) => baseName(file) === path)
  if (!ownFolders.test(path)) return true
  // In `web/entity/<kind>.tsx` or `domain/**` the part before the placeholder must exist.
  const placeholder = path.search(/[<{*…[]/)
  return isThere(placeholder === -1 ? path : path.slice(0, path.lastIndexOf('/', placeholder)), tree)
}

function isThere(path: string, tree: Tree): boolean {
  const clean = path.replace(/\/$/, '')
  return clean === '.' || tree.has(clean) || [...tree.keys()].some((file) => file.startsWith(`${clean}/`))
}
