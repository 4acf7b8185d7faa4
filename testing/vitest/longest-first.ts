import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const startsProcesses = ({ moduleId }: TestSpecification): boolean =>
  /server-process\.ts|postgres-server\.ts|node:child_process/.test(readFileSync(moduleId, 'utf8'))

/**
 * Test files that start processes take longest but are often short: without results of an earlier run, Vitest starts the
 * shortest files last and leaves the other workers idle at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Vitest, not of an array
    const sorted = await super.sort(files)
    const first = new Set(sorted.filter(startsProcesses))
    return [...first, ...sorted.filter((file) => !first.has(file))]
  }
}
