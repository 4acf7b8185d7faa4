import { useEffect, useState, type ReactNode } from 'react'
import { adviceOn } from './advice-rules.ts'
import { useFormAround } from './form-context.ts'

const pause = 300 // milliseconds without a key: half a number is not worth a remark

/** What looks wrong about a value that saves all the same. */
export function Advice({ name }: { name: string }): ReactNode {
  const { form } = useFormAround()
  const { entity, values, base } = form
  const id = base?.id
  const [advice, setAdvice] = useState<readonly string[]>([])
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => {
      adviceOn(entity, name, values, id).then(
        (found) => isWanted && setAdvice(found),
        (error: unknown) => console.warn('There is no advice', error),
      )
    }, pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [entity, name, values, id])
  return (
    <output className="field-advice">
      {advice.map((sentence) => (
        <span key={sentence}>{sentence}.</span>
      ))}
    </output>
  )
}
