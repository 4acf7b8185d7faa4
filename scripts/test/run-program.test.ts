import { constants, getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { runProgram } from './run-program.ts'

const sayPriority = 'setTimeout(() => console.log(require("node:os").getPriority()), 300)'

it('gives a program in the background, and only that, a lower priority', async () => {
  const own = getPriority()
  const inFront = await runProgram(process.execPath, ['--eval', sayPriority])
  expect(inFront).toEqual({ ok: true, output: String(own) })
  const behind = await runProgram(process.execPath, ['--eval', sayPriority], { isBackground: true })
  expect(behind).toEqual({
    ok: true,
    output: String(Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL)),
  })
})
