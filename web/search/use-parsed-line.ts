import type { RecordLine } from '#domain/one-line/parse-line.ts'
import { useQuery } from '../ui/use-query.ts'
import { parseLine, type ParsedLine } from './parse-line.ts'

const debounce = 120 // milliseconds

interface ParsedLineState {
  understood: ParsedLine | null
  problem: string
  /** Belongs to the current text. */
  isFresh: boolean
}

/** Parses the line with a debounce; the previous result stays until the next one is ready. */
export function useParsedLine(line: RecordLine | null): ParsedLineState {
  // The line is a new object on every render, so its content is the key.
  const key = line && JSON.stringify([line.entity.name, line.values, line.parent, line.problems])
  const {
    data = null,
    error,
    isLoading,
  } = useQuery([key], () => parseLine(line!), { enabled: line !== null, debounce })
  const isFresh = line !== null && !isLoading
  if (!line || (!isFresh && data?.entity !== line.entity)) return { understood: null, problem: '', isFresh }
  return { understood: data, problem: error, isFresh }
}
