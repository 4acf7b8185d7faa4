import type { Entity } from '#domain/catalogue/entity.ts'
import { localNameField } from '#domain/catalogue/names/local-name.ts'

const maxColumns = 7

/** Columns of entities whose first fields are not informative enough. */
const customColumns: Readonly<Record<string, string>> = {
  customer: 'Customer_Code Customer_Name Customer_Phone City_Code Visit_In_Days Last_Visited',
  employee: 'employeeNumber name type phone cityCode',
  visit:
    'Visit_ID Customer_Code Status Planned_At Visited_On Assigned_To Contact_Mode Season_Recommendation Next_Visit_Suggested',
  application: 'Company_Code Appl_Code Appl_Name Module_Name Submodule_Name Process_Name',
}

/** Key fields first, then names, then the others in the order of the form, up to the maximum. */
export function columnsOf(entity: Entity): string[] {
  const own = customColumns[entity.name]
  if (own) return own.split(' ')
  const first = [...entity.key.slice(-2), entity.sortedBy]
  // The second name is shown with the name.
  const all = Object.keys(entity.fields).filter(
    (name) => name !== localNameField && !entity.fields[name]!.byAction,
  )
  const rest = all.filter((name) => !entity.fields[name]!.sensitive)
  const order = new Set([...first, ...rest.filter((name) => /name$/i.test(name)), ...rest])
  const chosen = [...order].slice(0, maxColumns)
  return all.length <= maxColumns ? all : chosen
}
