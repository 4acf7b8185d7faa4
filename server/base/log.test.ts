import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a process has written that logs, then blocks its event loop, in which the buffer would be written, and is killed or ends. */
function written(lines: string, end: string): string[] {
  const program = `import { bufferedLog } from '#server/base/log.ts'
    const log = bufferedLog('info')
    ${lines}
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
    ${end}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  })
  return [...stdout.matchAll(/"msg":"(\w+)"/g)].map(([, message]) => message!)
}

const killed = "process.kill(process.pid, 'SIGKILL')"

it('writes a warning at once, with what came before it', () => {
  expect(written("log.info('one'); log.warn('two'); log.info('three')", killed)).toEqual(['one', 'two'])
  expect(written("log.info('one')", killed)).toEqual([])
})

it('writes the rest when the process ends', () => {
  expect(written("log.info('one'); log.warn('two'); log.info('three')", 'process.exit(1)')).toEqual([
    'one',
    'two',
    'three',
  ])
})

it('writes a line that no other follows', () => {
  expect(written("log.info('one')", `setTimeout(() => ${killed}, 2000)`)).toEqual(['one'])
})
