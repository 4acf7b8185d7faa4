import type { ReactNode } from 'react'
import {
  Link,
  useLoaderData,
  useNavigate,
  useSearchParams,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { referenceWords, type ReferencePlan } from '#domain/reference/words.ts'
import { fetchOptions } from '../api/options.ts'
import { listReferencePlans } from '../api/reference-data.ts'
import '../styles/reference.css'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { ReferenceCard } from './reference-card.tsx'

interface Loaded {
  plans: readonly ReferencePlan[]
  zone: string | null
}

function ReferencePage(): ReactNode {
  const { plans, zone } = useLoaderData<Loaded>()
  return (
    <Page
      heading="Reference data"
      lead="What every firm needs, ready to load. What you have already stays, under your own codes."
    >
      <div className="reference-sets">
        {referenceWords.map((words) => {
          const plan = plans.find(({ set }) => set === words.id)
          return (
            plan && (
              <ReferenceCard key={words.id} words={words} plan={plan} zone={zone}>
                {words.id === 'states' && plan.add.length > 0 && <ZoneChoice />}
              </ReferenceCard>
            )
          )
        })}
      </div>
      <p>
        What was loaded is listed under <Link to="/changes">changes at once</Link>, and can be taken back
        there.
      </p>
    </Page>
  )
}

/** A state belongs to a zone: the usual ones are added with the states, unless a firm has its own ways. */
function ZoneChoice(): ReactNode {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const zone = search.get('zone') ?? ''
  const choose = (code: string): void =>
    void navigate(code ? `?${new URLSearchParams({ zone: code }).toString()}` : '?', {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <Field label="Zone of new states" isOptional hint="Empty: North, South, East, West, Central, North-East">
      {(attributes) => (
        <Combobox
          name="zone"
          label="Zone of new states"
          value={zone}
          attributes={attributes}
          load={(q) =>
            fetchOptions({ entity: entityNamed('zone'), of: 'Zone_Code', with: [], constraints: {}, q })
          }
          onChoose={choose}
        />
      )}
    </Field>
  )
}

export const referenceRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <ReferencePage />,
  loader: async ({ request: { signal }, url }: LoaderFunctionArgs): Promise<Loaded> => {
    const zone = url.searchParams.get('zone')
    // A code that is being typed is none yet: the plan is made without it.
    const plans = await listReferencePlans(zone ?? undefined, signal).catch((error: unknown) => {
      if (zone === null || signal.aborted) throw error
      return listReferencePlans(undefined, signal)
    })
    return { plans, zone }
  },
}
