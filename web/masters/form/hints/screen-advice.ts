import { adviseProcess } from '#domain/access/screens-by-function.ts'
import type { ScreensPreview } from '#domain/api/access/previews.ts'
import { request } from '../../../api/client.ts'
import type { AdviceContext } from './advice-context.ts'

/** What the process of an Application opens, and which accounts would lose access, computed by the access policy. */
export async function adviseScreen(
  process: string,
  { id, functions, ...path }: AdviceContext,
): Promise<string[]> {
  const advice = adviseProcess(process, path)
  if (advice.length === 0 || functions.length === 0) return advice
  const { module: Module_Code, submodule: Submodule_Code } = path
  const body = { id, Module_Code, Submodule_Code, Process_Code: process, Function_Codes: functions }
  const preview = request<ScreensPreview>('POST', '/api/v1/screens-preview', { body })
  // Without the preview, the general advice is still shown.
  return [...advice, ...(await preview.catch(() => ({ sentences: [] }))).sentences]
}
