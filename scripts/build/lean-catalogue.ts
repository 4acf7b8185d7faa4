import type { Plugin } from 'vite'

const kinds = '/domain/catalogue/kinds/'
/** Entities that the web app shows nowhere as records: it knows them by name alone. */
const nameOnly = ['customerPlace', 'cityPlace']

const declarations = /\/domain\/catalogue\/(?:entity|entities\/\w+)\.ts/

/** What an entity says to the store alone. */
const toTheStore = ['table', 'indexed', 'computed']

/** What a kind does for the store, the description of the API and the tests: a browser has no use for it. */
const ofKinds = ['toCell', 'fromCell', 'toKey', 'searched', 'sample', 'schema']

export const forTheServer: readonly string[] = [...ofKinds, ...toTheStore]

interface Node {
  type: string
  start: number
  end: number
  key?: { name?: string }
  value?: unknown
  properties?: Node[]
  callee?: { name?: string }
  arguments?: Node[]
}

/** Takes the server's side out of the catalogue, kilobytes of every form. No source under web/ may use it. */
export function leanCatalogue(): Plugin {
  const found = { kinds: 0, entities: 0 }
  return {
    name: 'lean-catalogue',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      const program = (): Node => this.parse(code) as unknown as Node
      if (id.includes(kinds)) {
        const cuts = serverSideOf(program())
        found.kinds += cuts.length
        return cut(code, cuts, '')
      }
      if (declarations.test(id)) {
        const whole = declarationsIn(program(), nameOnly)
        found.entities += whole.length
        const lean = cut(code, whole, '{}')
        return cut(lean, propertiesIn(allIn(this.parse(lean) as unknown as Node), toTheStore), '')
      }
      return undefined
    },
    buildEnd(error) {
      if (!error && (found.kinds === 0 || found.entities === 0))
        throw new Error('The catalogue looks different now; look at scripts/build/lean-catalogue.ts')
    },
  }
}

/** From the end, so that the places of those before stay what they are. */
const cut = (code: string, cuts: readonly Node[], left: string): string =>
  cuts
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => {
      const rest = text.slice(end)
      return text.slice(0, start) + left + (left === '' ? rest.replace(/^\s*,/, '') : rest)
    }, code)

/** Of every object that says how a field is typed in (that is what a kind returns), what only the server needs. */
const serverSideOf = (program: Node): Node[] =>
  propertiesIn(
    allIn(program).filter(({ properties }) => properties?.some((each) => each.key?.name === 'typedIn')),
    ofKinds,
  )

const propertiesIn = (nodes: readonly Node[], names: readonly string[]): Node[] =>
  nodes
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap(({ properties = [] }) => properties.filter((each) => names.includes(each.key?.name ?? '')))

/** The fields and the options of each `entity(name, words, fields, options)` with one of the names. */
const declarationsIn = (program: Node, names: readonly string[]): Node[] =>
  allIn(program)
    .filter(({ type, callee }) => type === 'CallExpression' && callee?.name === 'entity')
    .filter((call) => names.includes(String(call.arguments![0]!.value)))
    .flatMap((call) => call.arguments!.slice(2))

function allIn(node: Node): Node[] {
  const below = Object.values(node)
    .flat()
    .filter((each): each is Node => typeof each === 'object' && each !== null && 'type' in each)
  return [node, ...below.flatMap(allIn)]
}
