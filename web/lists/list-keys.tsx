import type { ReactNode } from 'react'
import { useCellKeys, type CellKeys } from './inline/use-cell-keys.ts'
import { useListKeys, type RowKeys } from './use-list-keys.ts'

/** Shows nothing: the keys of the rows and cells of a list, loaded after its first view. */
export function ListKeys(props: CellKeys & RowKeys): ReactNode {
  useCellKeys(props)
  useListKeys(props)
  return null
}
