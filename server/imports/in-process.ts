import type { ImportWorker } from './import-service.ts'
import { runJob } from './run-job.ts'
import { takeIn } from './take-in.ts'

/** One import after the other. */
export function importsInProcess(): ImportWorker {
  let last: Promise<void> = Promise.resolve()
  return {
    takeIn,
    start: (ctx, job, rehearsal) => {
      last = last
        .then(() => runJob(ctx, job, rehearsal))
        .catch((error: unknown) => ctx.log.error({ err: error }))
    },
  }
}
