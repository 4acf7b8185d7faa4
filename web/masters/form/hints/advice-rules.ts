import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { referencesOf, type Entity } from '#domain/catalogue/entity.ts'
import type { TypedIn } from '#domain/catalogue/field.ts'
import { adviseGstin } from '#domain/india/gstin.ts'
import { advisePan } from '#domain/india/pan.ts'
import { advisePincode } from '#domain/india/pincode.ts'
import { fetchOptions } from '../../../api/options.ts'
import { loadCode } from '../../../ui/load-code.ts'
import type { TypedValues } from '../typed.ts'
import type { AdviceContext } from './advice-context.ts'

const rules: Record<
  NonNullable<TypedIn['advice']>,
  (text: string, context: AdviceContext) => string[] | Promise<string[]>
> = {
  gstin: adviseGstin,
  pan: advisePan,
  pincode: advisePincode,
  screen: async (process, context) =>
    (await loadCode(() => import('./screen-advice.ts'))).adviseScreen(process, context),
}

/** Warnings for a field, given the other values of the form. */
export async function adviceOn(
  entity: Entity,
  field: string,
  values: TypedValues,
  id?: string,
): Promise<string[]> {
  const rule = entity.fields[field]!.typedIn.advice
  const text = (name: string | undefined): string => {
    const value = name === undefined ? '' : values[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  if (!rule || !text(field)) return []
  const names = Object.keys(entity.fields)
  const stateField = referencesOf(entity).find(({ reference }) => reference.entity === 'state')
  const type = values['Type']
  return rules[rule](text(field), {
    ...(await findState(text(stateField?.name))),
    pan: rule === 'pan' ? '' : text(names.find((name) => entity.fields[name]!.typedIn.advice === 'pan')),
    type: type === 'business' || type === 'individual' ? type : undefined,
    name: text(names.find((name) => /name$/i.test(name) && !entity.fields[name]!.reference)),
    module: text('Module_Code'),
    submodule: text('Submodule_Code'),
    functions: [values['Function_Codes'] ?? []].flat(),
    id,
  })
}

type StateFacts = Pick<AdviceContext, 'extCode' | 'stateName'>

async function findState(code: string): Promise<StateFacts> {
  const constraints = { State_Code: code }
  const optionQuery = { entity: entityNamed('state'), of: 'State_Code', with: ['Ext_Code'], constraints }
  const [state] = code ? (await fetchOptions(optionQuery, 1)).items : []
  const extCode = state?.facts[0]?.['Ext_Code']
  return {
    extCode: typeof extCode === 'string' ? Number(extCode) : undefined,
    stateName: state?.title ?? undefined,
  }
}
