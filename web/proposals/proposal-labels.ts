import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { t } from '#domain/messages/t.ts'

export const labelOfField = (name: string): string => {
  const field = entityNamed(name === 'Place' ? 'customerPlace' : 'customer').fields[name]
  return field ? t(field.label) : name
}
