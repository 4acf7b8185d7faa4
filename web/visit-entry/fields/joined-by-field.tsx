import { useState, type ReactNode } from 'react'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { t } from '#domain/messages/t.ts'
import { fetchOptions, type Options } from '../../api/options.ts'
import { ChosenList } from '../../ui/chosen-list.tsx'
import type { DetailValues } from '../detail-values.ts'
import type { VisitFormState } from '../use-visit-form.ts'

const findEmployees = (q: string): Promise<Options> =>
  fetchOptions({ entity: labelsOf('employee'), of: 'employeeNumber', with: [], constraints: {}, q })

/** The other employees of a joint visit. */
export function JoinedByField({ form }: { form: VisitFormState<DetailValues> }): ReactNode {
  const { values, problems, setValue } = form
  // A draft has the numbers only.
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  return (
    <ChosenList
      name="Joined_By"
      label={t('Joined By')}
      hint={t('Other employees who took part')}
      problem={problems.Joined_By}
      chosen={values.Joined_By.map((code) => ({ code, name: names[code] ?? code }))}
      load={findEmployees}
      onChange={(chosen) => {
        setNames({ ...names, ...Object.fromEntries(chosen.map(({ code, name }) => [code, name])) })
        setValue(
          'Joined_By',
          chosen.map(({ code }) => code),
        )
      }}
    />
  )
}
