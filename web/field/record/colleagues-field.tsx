import type { ReactNode } from 'react'
import { foldSearch } from '#domain/duplicates/search-keys.ts'
import type { Colleague } from '#domain/field/pack.ts'
import { t } from '#domain/messages/t.ts'
import type { Options } from '../../api/options.ts'
import { usePack } from '../../outbox/pack.ts'
import { ChosenList } from '../../ui/chosen-list.tsx'

interface ColleaguesFieldProps {
  /** The numbers of the employees. */
  chosen: readonly string[]
  problem: string | undefined
  onChoose: (numbers: readonly string[]) => void
}

const maxShown = 20

/** The other employees who took part, chosen from those that the phone holds. */
export function ColleaguesField({ chosen, problem, onChoose }: ColleaguesFieldProps): ReactNode {
  const { colleagues = [] } = usePack().masters
  const names = new Map(colleagues.map(({ number, name }) => [number, name]))
  return (
    <ChosenList
      name="Joined_By"
      label={t('Joined By')}
      hint={t('Other employees who took part')}
      problem={problem}
      chosen={chosen.map((code) => ({ code, name: names.get(code) ?? code }))}
      load={async (typed) => find(colleagues, typed)}
      onChange={(people) => onChoose(people.map(({ code }) => code))}
    />
  )
}

function find(colleagues: readonly Colleague[], typed: string): Options {
  const query = foldSearch(typed.trim())
  const found = colleagues.filter(({ number, name }) => foldSearch(`${name} ${number}`).includes(query))
  return {
    items: found.slice(0, maxShown).map(({ number, name }) => ({ value: number, title: name, facts: [] })),
    more: found.length > maxShown,
  }
}
