import { childrenOf } from '#testing/processes/postgres-process.ts'
import type { BenchData } from '../bench-data.ts'
import type { RunningServer } from '../rows/server-start.ts'
import { cpuOf, cpuOfPostgres } from './process-numbers.ts'

/** CPU time of the server, its reader processes and the database so far, in milliseconds. */
export const cpuOfAll = ({ serverFolder }: BenchData, { pid }: RunningServer): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + cpuOf(each), 0) +
  (serverFolder ? cpuOfPostgres(serverFolder) : 0)
