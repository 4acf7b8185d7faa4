import type { ReactNode } from 'react'
import { useQuery } from '../ui/use-query.ts'
import { listEmployees } from './calendar-api.ts'
import type { EmployeeSelection } from './calendar-link.ts'
import { t } from '#domain/messages/t.ts'

interface EmployeeSelectProps {
  value: string
  onChoose: (employee: string) => void
}

/** Notice that the employee of the URL is unknown, and which visits are shown instead. */
export function UnknownEmployee({ employee, problem }: EmployeeSelection): ReactNode {
  if (problem === null) return null
  const sentence = problem.replace(/: .*/, '')
  return (
    <p className="calendar-cut">
      {employee === 'mine'
        ? t('{problem}. Your own visits are shown.', { problem: sentence })
        : t('{problem}. Everyone’s visits are shown.', { problem: sentence })}
    </p>
  )
}

/** Selects the visits of the account, of everyone, or of one employee. */
export function EmployeeSelect({ value, onChoose }: EmployeeSelectProps): ReactNode {
  // Without the list, the first two options still work.
  const { data: employees = [] } = useQuery([], listEmployees)
  const isListed = ['mine', 'all', ...employees.map((each) => each.employeeNumber)].includes(value)
  return (
    <label className="calendar-person">
      <span className="for-readers">{t('Show visits of')}</span>
      <select className="control" value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="mine">{t('My visits')}</option>
        <option value="all">{t('Everyone’s visits')}</option>
        {!isListed && <option>{value}</option>}
        {employees.map(({ employeeNumber, name }) => (
          <option key={employeeNumber} value={employeeNumber}>
            {name} ({employeeNumber})
          </option>
        ))}
      </select>
    </label>
  )
}
