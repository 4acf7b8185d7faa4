import { parseGeoPoint } from '#domain/catalogue/kinds/place.ts'
import type { FieldEvent, ProposalValues } from '#domain/field/events.ts'
import { t } from '#domain/messages/t.ts'

/** The fields of the form, by the customer's field; `Place` for the location, `remarks` for the office. */
export const proposalFields = [
  'Customer_Name',
  'Customer_Phone',
  'City_Code',
  'Street',
  'Pin_Code',
  'GSTIN',
  'Soil_Name',
  'Place',
  'remarks',
] as const
export type ProposalField = (typeof proposalFields)[number]
export type ProposalForm = Readonly<Record<ProposalField, string>>

export const emptyProposal: ProposalForm = {
  Customer_Name: '',
  Customer_Phone: '',
  City_Code: '',
  Street: '',
  Pin_Code: '',
  GSTIN: '',
  Soil_Name: '',
  Place: '',
  remarks: '',
}

/** What is wrong with the entries, by field. The office checks the rest. */
export function problemsOfProposal(form: ProposalForm): Partial<Record<ProposalField, string>> {
  const digits = form.Customer_Phone.replaceAll(/\D/g, '').length
  return {
    ...(form.Customer_Name.trim() === '' && { Customer_Name: t('Enter the name') }),
    ...(form.Customer_Phone.trim() !== '' &&
      digits < 10 && {
        Customer_Phone: t('A phone number has at least 10 digits'),
      }),
    ...(form.City_Code.trim() === '' && { City_Code: t('Choose the city') }),
    ...(form.Place !== '' &&
      !parseGeoPoint(form.Place) && {
        Place: t('Enter latitude and longitude, like 22.5645, 72.9289'),
      }),
  }
}

export function proposalValues({ remarks, ...fields }: ProposalForm): ProposalValues {
  const entered = Object.entries(fields).flatMap(([name, value]) =>
    value.trim() ? [[name, value.trim()]] : [],
  )
  return { type: 'new customer', values: Object.fromEntries(entered), before: {}, remarks: remarks.trim() }
}

/** The city as it was typed, for the office, which chooses the code. */
export const withCityInRemarks = (form: ProposalForm): ProposalForm => ({
  ...form,
  City_Code: '',
  remarks: [t('City: {city}', { city: form.City_Code.trim() }), form.remarks.trim()]
    .filter(Boolean)
    .join('\n'),
})

/** The content of the form for a proposal that was refused. */
export const formOfProposal = ({ values }: FieldEvent<'proposal'>): ProposalForm => ({
  ...emptyProposal,
  ...Object.fromEntries(proposalFields.map((name) => [name, values.values[name] ?? ''])),
  remarks: values.remarks,
})
