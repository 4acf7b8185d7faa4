import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { alikeFieldsOf } from '#domain/alike/alike-fields.ts'
import type { AlikeRecord } from '#domain/alike/alike-record.ts'
import { findAlike } from '../api/records.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/already-there.css'
import type { EntityFormState } from './use-entity-form.ts'

const pause = 400 // milliseconds without a key

/** Records that may be the one being typed, with the way there. It only remarks: nothing waits for it, nothing is refused. */
export function AlreadyThere({ form }: { form: EntityFormState }): ReactNode {
  const { entity, values, base } = form
  const may = useMay()
  const [found, setFound] = useState<readonly AlikeRecord[]>([])
  const { names, telling } = alikeFieldsOf(entity)
  const compared = [...names, ...telling.flatMap((each) => each.names)]
  const typed = JSON.stringify({
    ...Object.fromEntries(compared.map((name) => [name, values[name]]).filter(([, value]) => value)),
    ...(base && { id: base.id }),
  })
  const isAsked = compared.length > 0 && may('read', entity.name)
  useEffect(() => {
    if (!isAsked) return undefined
    let isOld = false
    const timer = setTimeout(() => {
      const values = JSON.parse(typed) as Record<string, unknown>
      // Whether it can be told or not, the form is filled in all the same.
      findAlike(entity, values).then(
        (items) => !isOld && setFound(items),
        () => !isOld && setFound([]),
      )
    }, pause)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [entity, typed, isAsked])
  return (
    <div aria-live="polite">
      {found.length > 0 && (
        <div className="already-there">
          <p>Already there?</p>
          <ul>
            {found.map(({ id, name, title, reasons }) => (
              <li key={id}>
                <Link to={`/records/${entity.path}/${id}`}>{title ? `${title} (${name})` : name}</Link>:{' '}
                {reasons.join(', ')}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
