import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { childrenOf } from '#testing/processes/postgres-process.ts'

// Linux counts CPU time in hundredths of a second (USER_HZ) on all supported machines.
const millisecondsPerTick = 10

/** CPU time of the process so far, in milliseconds; NaN if /proc is not available. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of a program may contain spaces and brackets, but nothing after the last bracket does.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick
  } catch {
    return Number.NaN
  }
}

/** The same with the processes that it started. */
export const cpuOfTree = (pid: number): number => sumOver(pid, cpuOf)

function sumOver(pid: number, of: (pid: number) => number): number {
  const numbers = [pid, ...childrenOf(pid)].map(of).filter((each) => !Number.isNaN(each))
  return numbers.length === 0 ? Number.NaN : numbers.reduce((sum, each) => sum + each, 0)
}

/** The same for a PostgreSQL server and all its processes. */
export function cpuOfPostgres(dataDir: string): number {
  try {
    const postmaster = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    return cpuOfTree(postmaster)
  } catch {
    return Number.NaN
  }
}

/** Busy and idle time of all CPUs since the machine started, in milliseconds. */
export function machineTime(): { busy: number; idle: number } {
  const all = cpus().map(({ times }) => times)
  return {
    busy: all.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0),
    idle: all.reduce((sum, { idle }) => sum + idle, 0),
  }
}

export interface Memory {
  /** Resident memory in megabytes, as shown by `ps`. */
  resident: number
  /** The file-backed part (the program, a mapped database), which the system may drop at any time. */
  files: number
}

/**
 * Megabytes of the process and those that it started, in which a page that several of them share is counted once: what
 * they add to the memory of the machine.
 */
export const memoryOfTree = (pid: number): number =>
  sumOver(pid, (each) => {
    try {
      const rollup = readFileSync(`/proc/${each}/smaps_rollup`, 'utf8')
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1024
    } catch {
      return Number.NaN
    }
  })

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
