import type { Plugin } from 'vite'

/**
 * What Vite puts before each `import()`: it asks at once for the files that the wanted one will ask for, and waits for
 * its style sheets. Vite's own does the same for browsers that cannot run this app anyway, at four times the size.
 */
const helper = `
const asked = new Set()
export function __vitePreload(load, files = []) {
  return Promise.all(files.map(ask)).then(load)
}
function ask(file) {
  const href = '/' + file
  if (asked.has(href) || document.querySelector('link[href="' + href + '"]')) return
  asked.add(href)
  const link = document.createElement('link')
  link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
  if (link.rel === 'stylesheet') return new Promise((done) => { link.onload = link.onerror = done })
}
`

export function leanPreload(): Plugin {
  let isThere = false
  return {
    name: 'lean-preload',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(_code, id) {
      if (!id.endsWith('vite/preload-helper.js')) return undefined
      isThere = true
      return helper
    },
    buildEnd(error) {
      if (!error && !isThere)
        throw new Error('Vite preloads in another way now; look at scripts/build/lean-preload.ts')
    },
  }
}
