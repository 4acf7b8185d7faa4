import type { Plugin } from 'vite'

const router = '/react-router/dist/production/lib/'

/**
 * The router carries its framework mode along, of which this app uses nothing: prefetching by manifest, and hooks for
 * tracing. Both sit in modules that tree-shaking cannot drop, 3 kB of every first visit. Here they answer what they
 * answer when they are not used; each name they export stays, and the journeys in the browser run on the result.
 */
const unused: Record<string, Record<string, string>> = {
  'dom/ssr/components.js': {
    FrameworkContext: 'createContext(undefined)',
    usePrefetchBehavior: '() => [false, null, {}]',
    mergeRefs: '(ref) => ref',
  },
  'router/instrumentation.js': {
    consumeInstrumentationClientResultMetaReceiver: '() => undefined',
  },
  'errors.js': {
    decodeRedirectErrorDigest: '() => undefined',
    decodeRouteErrorResponseDigest: '() => undefined',
  },
}

const core = 'router/router.js'

/**
 * Functions of the router's core that serve what this app does without: fetchers, forms submitted to routes, routes
 * learnt about on the way, pages that refuse to be left. They hang on objects, so tree-shaking keeps them: another
 * 3 kB. Each is left with this answer, or with an error that says so if it is called after all.
 */
const without: Record<string, string | undefined> = {
  handleFetcherAction: undefined,
  handleFetcherLoader: undefined,
  handleAction: undefined,
  fetch: undefined,
  setFetcherError: undefined,
  discoverRoutes: undefined,
  patchRoutes: undefined,
  patchRoutesImpl: undefined,
  updateBlocker: undefined,
  getBlocker: undefined,
  deleteBlocker: undefined,
  getFetcher: undefined,
  queueFetcherForDeletion: undefined,
  enableScrollRestoration: undefined,
  _internalSetRoutes: undefined,
  shouldBlockNavigation: 'return undefined',
  normalizeNavigateOptions: 'return { path }',
}

export function leanRouter(): Plugin {
  const left = new Set([...Object.keys(unused), core])
  return {
    name: 'lean-router',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      const [, path] = id.split(router)
      if (path === undefined) return undefined
      left.delete(path)
      if (path === core) return droppable(Object.keys(without).reduce(withoutBody, code))
      return path in unused ? answersOnly(code, unused[path]!) : droppable(code)
    },
    buildEnd(error) {
      if (!error && left.size > 0)
        throw new Error(
          `The router has no ${[...left].join(', ')} any more; look at scripts/build/lean-router.ts`,
        )
    },
  }
}

function answersOnly(code: string, answers: Record<string, string>): string {
  const names = /export \{([^}]+)\}/.exec(code)?.[1]?.split(',') ?? []
  const lines = names.map((name) => `export const ${name.trim()} = ${answers[name.trim()] ?? 'undefined'}`)
  return `import { createContext } from 'react'\n${lines.join('\n')}`
}

function withoutBody(code: string, name: string): string {
  const found = new RegExp(
    `^(\\t?)((?:async )?function ${name}\\(.*\\) \\{)\\n(?:\\1\\t.*\\n|\\n)*\\1\\}$`,
    'm',
  )
  if (!found.test(code))
    throw new Error(`The router has no ${name} any more; look at scripts/build/lean-router.ts`)
  const answer = without[name] ?? `throw new Error('The router was built without ${name}')`
  return code.replace(found, (_text, indent: string, head: string) => `${indent}${head} ${answer} }`)
}

/** Says of the components that making them does nothing else, so that those nobody uses can go. */
function droppable(code: string): string {
  return code
    .replaceAll(/= (React\$1\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
}
