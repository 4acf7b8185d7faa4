/** A record as a search over everything names it. */
export interface Found {
  entity: string
  /** The entity's place under /api/v1 and /records. */
  path: string
  id: string
  /** What tells it apart: PUN. */
  code: string
  /** What it is called, where the code is only a code. */
  name: string | null
  /** 0: the code is what was typed; 1: it begins so; 2: the name begins so; 3: something in it holds it. */
  rank: number
}

export interface FoundRecords {
  items: readonly Found[]
  /** Some masters were not looked into, because it took too long. */
  isCut: boolean
}
