// Reads docs/operations.md, whose commands trials and tests run as they are written. A block is named by the words behind its backticks:
// "sh install". scripts/operations-guide.test.ts checks that each one is run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../test/run-program.ts'

/** The text of each code block by its name. */
export function blocksOf(text: string): Map<string, string> {
  const found = [...text.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(
    ([, name = '', content = '']) => [name, content] as const,
  )
  return new Map(found)
}

const programs =
  /^(?:npm|bin\/agridesk|podman|docker|systemctl|journalctl|sudo|apt|debootstrap|createdb|psql|pgbackrest|age|curl|nginx|caddy) /

/** What the text quotes in backticks and a shell could run. */
export function quotedCommands(text: string): string[] {
  const prose = text.replaceAll(/^```[^]*?^```$/gm, '')
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...new Set(quoted.filter((code) => programs.test(code)))].toSorted()
}

/** What is run of the guide, by its name in it: blocks, and commands that its sentences quote. */
export interface Guide {
  block: (name: string) => string
  command: (quoted: string) => string
  /** What was not yet asked for, of these. */
  unused: (names: readonly string[]) => string[]
}

export function readGuide(text = readFileSync(join(root, 'docs/operations.md'), 'utf8')): Guide {
  const blocks = blocksOf(text)
  const commands = new Set(quotedCommands(text))
  const used = new Set<string>()
  return {
    block: (name) => {
      const found = blocks.get(name)
      if (found === undefined) throw new Error(`docs/operations.md has no block "${name}"`)
      used.add(name)
      return found
    },
    command: (quoted) => {
      if (!commands.has(quoted)) throw new Error(`docs/operations.md does not have the command ${quoted}`)
      used.add(quoted)
      return quoted
    },
    unused: (names) => names.filter((name) => !used.has(name)),
  }
}
