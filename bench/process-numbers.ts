import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { childrenOf } from '#testing/postgres-process.ts'

// Linux counts processor time in hundredths of a second on every machine this runs on.
const millisecondsPerTick = 10

/** Processor time the process has used so far, in milliseconds; NaN where /proc does not tell. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of a program may hold spaces and brackets; what follows the last bracket may not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick
  } catch {
    return Number.NaN
  }
}

/** The same for a PostgreSQL server and all its processes. */
export function cpuOfPostgres(dataDir: string): number {
  try {
    const postmaster = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    const used = [postmaster, ...childrenOf(postmaster)].map(cpuOf).filter((each) => !Number.isNaN(each))
    return used.reduce((sum, each) => sum + each, 0)
  } catch {
    return Number.NaN
  }
}

/** What all processors together spent working and waiting since the machine started, in milliseconds. */
export function machineTime(): { busy: number; idle: number } {
  const all = cpus().map(({ times }) => times)
  return {
    busy: all.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0),
    idle: all.reduce((sum, { idle }) => sum + idle, 0),
  }
}

export interface Memory {
  /** Megabytes resident, as `ps` shows them. */
  resident: number
  /** Of those, pages of files (the program, a mapped database) that the system may drop at any time. */
  files: number
}

export function memoryOf(pid: number): Memory {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
    return { resident: megabytes('VmRSS'), files: megabytes('RssFile') }
  } catch {
    return { resident: Number.NaN, files: Number.NaN }
  }
}
