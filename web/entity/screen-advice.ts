import { adviseProcess } from '#domain/access/screens-by-function.ts'
import { request } from '../api/client.ts'
import type { Surroundings } from './advice-rules.ts'

/** What the process of an Application opens, and to whom that closes something: asked of what decides about it. */
export async function adviseScreen(
  process: string,
  { id, functions, ...path }: Surroundings,
): Promise<string[]> {
  const advice = adviseProcess(process, path)
  if (advice.length === 0 || functions.length === 0) return advice
  const { module: Module_Code, submodule: Submodule_Code } = path
  const body = { id, Module_Code, Submodule_Code, Process_Code: process, Function_Codes: functions }
  const preview = request<{ sentences: string[] }>('POST', '/api/v1/screens-preview', { body })
  // What the process does is told also where nobody can be counted.
  return [...advice, ...(await preview.catch(() => ({ sentences: [] }))).sentences]
}
