import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of the repository: path from the root, with slashes → text. */
export type Tree = ReadonlyMap<string, string>

/** A violation of a rule: the file, the line if there is one, and the rule. */
export type Finding = { file: string; line?: number; sentence: string }

const ignoredAnywhere = new Set(['node_modules', '.git', '.DS_Store'])
const ignoredAtRoot = new Set(['dist', 'data', 'test-results', 'playwright-report', 'coverage'])

/** Reads every text file below the root that belongs to the repository. */
export function readTree(root: string): Tree {
  const tree = new Map<string, string>()
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (ignoredAnywhere.has(entry.name) || ignoredAtRoot.has(path) || path.endsWith('.log')) continue
      if (entry.isDirectory()) visit(path)
      else if (entry.isFile()) tree.set(path, textOf(join(root, path)))
    }
  }
  visit('')
  return tree
}

// The name of a binary file is checked too, so it stays in the tree without text.
function textOf(file: string): string {
  const bytes = readFileSync(file)
  return bytes.subarray(0, 8000).includes(0) ? '' : bytes.toString('utf8')
}

export const isCode = (path: string): boolean => /\.(?:ts|tsx|mts|mjs|js)$/.test(path)

export const isTest = (path: string): boolean =>
  /\.(?:test|spec)\.tsx?$/.test(path) || /^(?:testing|e2e)\//.test(path)

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length
