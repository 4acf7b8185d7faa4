/** Other values of the form that the advice on a field depends on. */
export interface AdviceContext {
  /** The number of the state in the State master. */
  extCode: number | undefined
  stateName: string | undefined
  pan: string
  type: 'business' | 'individual' | undefined
  name: string
  module: string
  submodule: string
  functions: readonly string[]
  /** The record being edited. */
  id: string | undefined
}
