import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { t } from '#domain/messages/t.ts'
import { invalid } from '#domain/problem.ts'
import type { Change } from '../records/save-hooks.ts'

export function checkLicence({ after }: Change<RecordNamed<'customerLicence'>>): void {
  if (after?.Valid_From && after.Valid_Until && after.Valid_Until < after.Valid_From)
    throw invalid([{ field: 'Valid_Until', message: t('Valid Until should not be earlier than Valid From') }])
}
