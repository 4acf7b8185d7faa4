type Results<Tasks extends readonly (() => unknown)[]> = {
  -readonly [At in keyof Tasks]: Awaited<ReturnType<Tasks[At]>>
}

/**
 * Runs the tasks at the same time and waits for all results. It takes functions because in an array of promises one element
 * that throws while the array is being built leaves those before it running with no handler for their rejection.
 */
export function inParallel<const Tasks extends readonly (() => unknown)[]>(
  tasks: Tasks,
): Promise<Results<Tasks>> {
  return Promise.all(tasks.map(async (task) => task())) as Promise<unknown> as Promise<Results<Tasks>>
}
