import { useEffect, useState, type ReactNode } from 'react'
import { listEmployees, type Employee } from '../api/calendar.ts'
import type { Shown } from './calendar-link.ts'

interface PersonProps {
  value: string
  onChoose: (employee: string) => void
}

/** That the address names somebody whom nobody knows, and whose visits are shown instead. */
export function UnknownPerson({ employee, problem }: Shown): ReactNode {
  if (problem === null) return null
  return (
    <p className="calendar-cut">
      {problem.replace(/: .*/, '')}. {employee === 'mine' ? 'Your own' : 'Everyone’s'} visits are shown.
    </p>
  )
}

/** Whose visits are shown: one's own, everybody's, or those of one employee. */
export function PersonChoice({ value, onChoose }: PersonProps): ReactNode {
  const [employees, setEmployees] = useState<readonly Employee[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    // Without the list, mine and everyone's are still there to choose.
    listEmployees(leaving.signal).then(setEmployees, () => {})
    return () => leaving.abort()
  }, [])
  const isKnown = ['mine', 'all', ...employees.map((each) => each.employeeNumber)].includes(value)
  return (
    <label className="calendar-person">
      <span className="for-readers">Whose visits</span>
      <select className="control" value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="mine">My visits</option>
        <option value="all">Everyone’s visits</option>
        {!isKnown && <option>{value}</option>}
        {employees.map(({ employeeNumber, name }) => (
          <option key={employeeNumber} value={employeeNumber}>
            {name} ({employeeNumber})
          </option>
        ))}
      </select>
    </label>
  )
}
