import type { Plugin } from 'vite'

const kinds = '/domain/catalogue/kinds/'

/** What a kind does for the store, the description of the API and the tests: a browser has no use for it. */
export const forTheServer = ['toCell', 'fromCell', 'toKey', 'searched', 'sample', 'schema'] as const

interface Node {
  type: string
  start: number
  end: number
  key?: { name?: string }
  properties?: Node[]
}

/** Takes the server's side out of the kinds of fields, a kilobyte of every form. No source under web/ may use it. */
export function leanCatalogue(): Plugin {
  let found = 0
  return {
    name: 'lean-catalogue',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      if (!id.includes(kinds)) return undefined
      const cuts = fieldsIn(this.parse(code) as unknown as Node).flatMap(({ properties = [] }) =>
        properties.filter((each) =>
          (forTheServer as readonly (string | undefined)[]).includes(each.key?.name),
        ),
      )
      found += cuts.length
      // From the end, so that the places of those before stay what they are.
      return cuts
        .toSorted((one, other) => other.start - one.start)
        .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code)
    },
    buildEnd(error) {
      if (!error && found === 0)
        throw new Error('The kinds of fields look different now; look at scripts/build/lean-catalogue.ts')
    },
  }
}

/** Every object that says how a field is typed in: that is what a kind returns. */
function fieldsIn(node: Node): Node[] {
  const below = Object.values(node)
    .flat()
    .filter((each): each is Node => typeof each === 'object' && each !== null && 'type' in each)
    .flatMap(fieldsIn)
  const isField =
    node.type === 'ObjectExpression' && node.properties?.some((each) => each.key?.name === 'typedIn')
  return isField ? [node, ...below] : below
}
