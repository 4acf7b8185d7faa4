import { useEffect, useState, type ReactNode } from 'react'
import { useFormAround } from './form-context.ts'

const pause = 300 // milliseconds without a key: half a number is not worth a remark

/** What looks wrong about a value that saves all the same. */
export function Advice({ name }: { name: string }): ReactNode {
  const { form } = useFormAround()
  const { entity, values } = form
  const [advice, setAdvice] = useState<readonly string[]>([])
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => {
      // The rules come when the first field that knows them is filled in.
      if (!values[name]) return setAdvice([])
      import('./advice-rules.ts')
        .then(({ adviceOn }) => adviceOn(entity, name, values))
        .then((found) => isWanted && setAdvice(found))
        .catch((error: unknown) => console.warn('There is no advice', error))
      return undefined
    }, pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [entity, name, values])
  return (
    <output className="field-advice">
      {advice.map((sentence) => (
        <span key={sentence}>{sentence}.</span>
      ))}
    </output>
  )
}
