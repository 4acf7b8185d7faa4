/** Between two parts of long work others are served: SQLite answers at once, and would never let go of the process. */
export const letOthersIn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
