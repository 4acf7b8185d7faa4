import { lineAt, type Finding, type Tree } from './tree.ts'

// Joined from pieces, so that this file does not break its own rule.
const folder = (name: string, rest: string): string => `(?<![\\w.:/-])/${name}/${rest}`
const machinePaths = new RegExp(
  [
    folder('home', '[a-z_][\\w-]*/'),
    folder('Users', '[A-Za-z_][\\w.-]*/'),
    folder('root', '[\\w.]'),
    folder('work', '[\\w.]'),
    '\\b[A-Z]:\\\\Users\\\\',
  ].join('|'),
  'g',
)
const hosts = ['npmjs\\.org', 'yarnpkg\\.com', 'npmmirror\\.com', 'pkg\\.github\\.com']
const registryHosts = new RegExp(
  `\\b(?:registry|npm)\\.(?:${hosts.join('|')})|//[^/\\s"']*(?:artifactory|verdaccio|nexus|jfrog|registry)[^/\\s"']*[/:]`,
  'gi',
)

const rules = [
  { is: machinePaths, sentence: 'The repository names no path of one machine.' },
  {
    is: registryHosts,
    sentence: 'The repository names no package registry; the lock file carries none either.',
  },
]

export function checkPrivate(tree: Tree): Finding[] {
  return [...tree].flatMap(([file, text]) =>
    rules.flatMap((rule) =>
      [...text.matchAll(rule.is)].map((match) => ({
        file,
        line: lineAt(text, match.index),
        sentence: `${rule.sentence} (${match[0]})`,
      })),
    ),
  )
}
