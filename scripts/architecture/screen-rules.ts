import { viewsOf } from './source-views.ts'
import { isCode, isTest, lineAt, type Finding, type Tree } from './tree.ts'

const declarations = /^domain\/(?:screens|contract)\//
const declaredPath = /^ {2}'(\/[^']*)': \{/gm
/** A path as an element of an array, as a key, or as the value of a member that holds a path. */
const entry = /(?:[[{,]\s*|\b(?:to|path|route|href):\s*)'(\/[^']*)'(?=\s*[,:\]}])/g
/** A record whose keys come from the registry cannot differ from it. */
const isTyped = /\b(?:RouteIn|PublicPath)\b/
const maxEntries = 3

/** A list of screens that is written a second time drifts apart from the first. */
export function checkScreens(tree: Tree): Finding[] {
  const paths = new Set(
    [...tree].flatMap(([file, text]) =>
      file.startsWith('domain/screens/') ? [...text.matchAll(declaredPath)].map((match) => match[1]!) : [],
    ),
  )
  return [...tree].flatMap(([file, text]) => {
    if (!/^(?:domain|server|web)\//.test(file) || !isCode(file) || isTest(file)) return []
    if (declarations.test(file) || isTyped.test(text)) return []
    const found = [...viewsOf(text).withStrings.matchAll(entry)].filter((match) => paths.has(match[1]!))
    const last = found[maxEntries]
    return last
      ? [
          {
            file,
            line: lineAt(text, last.index + last[0].indexOf("'")),
            sentence:
              'A list of screens derives from domain/screens; no other file lists more than three paths.',
          },
        ]
      : []
  })
}
