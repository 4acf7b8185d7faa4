import { parseRecord, problemsOfAbsence } from '#domain/catalogue/parse-record.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { registrationForm } from './account-fields.ts'
import { problemOfPassword } from './password.ts'

interface Registration {
  form: RecordValues
  password: string
  invite: string | undefined
}

/** What somebody says of themselves to open an account, and the password they choose. */
export async function readRegistration(input: unknown): Promise<Registration> {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  const { password, invite, ...rest } = (isObject ? input : {}) as Record<string, unknown>
  // The seed's form has a numeric input here, which some clients send as a number.
  if (typeof rest['phone'] === 'number') rest['phone'] = String(rest['phone'])
  const { values: form, problems } = parseRecord(registrationForm, isObject ? rest : input)
  const all: FieldProblem[] = [
    ...problems,
    ...problemsOfAbsence(registrationForm, form).filter(
      ({ field }) => !problems.some((problem) => problem.field === field || problem.field === ''),
    ),
  ]
  const wrong = await problemOfPassword(password, String(form['email'] ?? ''))
  if (wrong) all.push({ field: 'password', message: wrong })
  if (invite !== undefined && typeof invite !== 'string')
    all.push({ field: 'invite', message: 'invite should be text' })
  if (all.length > 0) throw invalid(all)
  return { form, password: password as string, invite: invite as string | undefined }
}
