import { createRequire } from 'node:module'
import type Highs from 'highs'
import type { Program, ProgramOptions, ProgramSolution, SolveProgram } from '#domain/planning/mip.ts'

// Its types describe the CommonJS build, so that build is loaded.
const { default: loadHighs }: typeof Highs = createRequire(import.meta.url)('highs')

/** The solver HiGHS, compiled to WebAssembly: it runs in the thread that calls it, until it has finished. */
export async function loadSolver(): Promise<SolveProgram> {
  const highs = await loadHighs()
  const { callbackType, modelStatus, variableType } = highs.constants
  return (program: Program, { seconds, gap, shouldStop }: ProgramOptions): ProgramSolution => {
    const count = program.costs.length
    if (count === 0) return { values: [], bound: 0, isOptimal: true }
    const { starts, indices, values } = compress(program)
    const data = {
      numCols: count,
      numRows: program.rows.length,
      colCost: Float64Array.from(program.costs),
      colLower: new Float64Array(count),
      colUpper: new Float64Array(count).fill(1),
      rowLower: new Float64Array(program.rows.length).fill(-highs.infinity),
      rowUpper: Float64Array.from(program.rows, ({ upper }) => upper),
      matrix: {
        format: 'csr',
        numRows: program.rows.length,
        numCols: count,
        starts,
        indices,
        values,
      } as const,
      ...(program.isWhole && {
        integrality: Array.from({ length: count }, () => variableType.integer),
      }),
    }
    return highs.withModel(data, (model) => {
      model.options.set({ output_flag: false, time_limit: seconds, mip_rel_gap: gap })
      if (program.isWhole && program.start) model.setSolution({ colValue: Float64Array.from(program.start) })
      model.run({
        [callbackType.mipInterrupt]: (event) => {
          if (shouldStop()) event.interrupt()
        },
      })
      const isOptimal = model.getModelStatus() === modelStatus.optimal
      const isKnown = Number(model.info.get('primal_solution_status')) === feasible
      const bound = program.isWhole
        ? Number(model.info.get('mip_dual_bound'))
        : isOptimal
          ? model.getObjectiveValue()
          : -Infinity
      return { values: isKnown ? [...model.getSolution().colValue] : undefined, bound, isOptimal }
    })
  }
}

/** The value of `primal_solution_status` for a solution that keeps all rows. */
const feasible = 2

function compress({ rows }: Program): { starts: Int32Array; indices: Int32Array; values: Float64Array } {
  const starts = new Int32Array(rows.length + 1)
  for (const [at, row] of rows.entries()) starts[at + 1] = starts[at]! + row.indices.length
  return {
    starts,
    indices: Int32Array.from(rows.flatMap((row) => row.indices)),
    values: Float64Array.from(rows.flatMap((row) => row.values)),
  }
}
