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

export function leanRouter(): Plugin {
  const left = new Set(Object.keys(unused))
  return {
    name: 'lean-router',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      const [, path] = id.split(router)
      if (path === undefined) return undefined
      left.delete(path)
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

/** Says of the components that making them does nothing else, so that those nobody uses can go. */
function droppable(code: string): string {
  return code
    .replaceAll(/= (React\$1\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
}
