import type { Context } from '../context.ts'

export async function loadSampleFirm(_ctx: Context): Promise<boolean> {
  return false
}
