import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Sizes of SQLite's write-ahead log: https://www.sqlite.org/fileformat2.html#walformat */
export const logHeaderBytes = 32
const frameHeaderBytes = 24

export type Checksum = readonly [number, number]

export interface LogHeader {
  pageSize: number
  /** Increases by one whenever the log starts again from its beginning. */
  salt1: number
  salt2: number
  checksum: Checksum
  isBigEndian: boolean
}

/** The last frame of a committed transaction, and the checksum of everything up to it. */
export interface LogEnd {
  frame: number
  checksum: Checksum
}

/** Where frame `frame` ends in the file; 0 is the end of the header. */
export const endOfFrame = ({ pageSize }: LogHeader, frame: number): number =>
  logHeaderBytes + frame * (frameHeaderBytes + pageSize)

/** Runs `work` on the opened file; undefined if it does not exist. */
export function withFile<T>(path: string, work: (descriptor: number) => T): T | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Undefined if the log is empty, or its header is not valid. */
export function readLogHeader(descriptor: number): LogHeader | undefined {
  const bytes = Buffer.alloc(logHeaderBytes)
  if (readSync(descriptor, bytes, 0, logHeaderBytes, 0) < logHeaderBytes) return undefined
  const magic = bytes.readUInt32BE(0)
  if (magic >>> 1 !== 0x377f0682 >>> 1) return undefined
  const isBigEndian = (magic & 1) === 1
  const checksum = addChecksum([0, 0], bytes.subarray(0, 24), isBigEndian)
  if (checksum[0] !== bytes.readUInt32BE(24) || checksum[1] !== bytes.readUInt32BE(28)) return undefined
  return {
    pageSize: bytes.readUInt32BE(8),
    salt1: bytes.readUInt32BE(16),
    salt2: bytes.readUInt32BE(20),
    checksum,
    isBigEndian,
  }
}

const framesAtOnce = 256

/** The end of the last transaction after `from` that is completely in the log; `from` itself if there is none. */
export function findLastCommit(descriptor: number, header: LogHeader, from: LogEnd): LogEnd {
  const frameBytes = frameHeaderBytes + header.pageSize
  const buffer = Buffer.alloc(frameBytes * framesAtOnce)
  const { size } = fstatSync(descriptor)
  let last = from
  let { frame, checksum } = from
  for (;;) {
    const start = endOfFrame(header, frame)
    const length = Math.min(buffer.length, size - start)
    const read = length < frameBytes ? 0 : readSync(descriptor, buffer, 0, length, start)
    const frames = Math.floor(read / frameBytes)
    if (frames === 0) return last
    for (let at = 0; at < frames; at++) {
      const bytes = buffer.subarray(at * frameBytes, (at + 1) * frameBytes)
      const next = checkFrame(bytes, header, checksum)
      if (!next) return last
      checksum = next
      frame++
      const isCommit = bytes.readUInt32BE(4) !== 0
      if (isCommit) last = { frame, checksum }
    }
  }
}

/** The checksum after the frame; undefined if the frame is not (or not completely) part of this log. */
function checkFrame(frame: Buffer, header: LogHeader, before: Checksum): Checksum | undefined {
  if (frame.readUInt32BE(8) !== header.salt1 || frame.readUInt32BE(12) !== header.salt2) return undefined
  const head = addChecksum(before, frame.subarray(0, 8), header.isBigEndian)
  const after = addChecksum(head, frame.subarray(frameHeaderBytes), header.isBigEndian)
  return after[0] === frame.readUInt32BE(16) && after[1] === frame.readUInt32BE(20) ? after : undefined
}

function addChecksum([first, second]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum {
  let s0 = first
  let s1 = second
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length; at += 8) {
    s0 = (s0 + view.getUint32(at, !isBigEndian) + s1) >>> 0
    s1 = (s1 + view.getUint32(at + 4, !isBigEndian) + s0) >>> 0
  }
  return [s0, s1]
}

/** The checksum that the log has stored for frame `frame`; undefined if the log is shorter. */
export function readChecksum(descriptor: number, header: LogHeader, frame: number): Checksum | undefined {
  if (frame === 0) return header.checksum
  const bytes = Buffer.alloc(8)
  const at = endOfFrame(header, frame - 1) + 16
  return readSync(descriptor, bytes, 0, 8, at) < 8
    ? undefined
    : [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
}
