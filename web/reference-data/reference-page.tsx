import type { ReactNode } from 'react'
import { useLoaderData, useNavigate, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import type { ReferencePlan } from '#domain/api/changes/reference-data.ts'
import { referenceWords } from '#domain/reference/words.ts'
import { useMay } from '../api/use-may.ts'
import { fetchOptions } from '../api/options.ts'
import { listReferencePlans } from './reference-data-api.ts'
import './reference.css'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { ReferenceCard } from './reference-card.tsx'
import { Link } from '../ui/link.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

interface Loaded {
  plans: readonly ReferencePlan[]
  zone: string | null
}

const changesLink = (text: string): ReactNode => <Link to="/changes">{text}</Link>

function ReferencePage(): ReactNode {
  const { plans, zone } = useLoaderData<Loaded>()
  const mayLoad = useMay()('create', 'referenceData')
  return (
    <Page
      heading={t('Reference data')}
      lead={t('Standard records, ready to load. Your existing records and codes do not change.')}
    >
      {!mayLoad && <p>{t('Your role may only look at it. An administrator can load it.')}</p>}
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
        <RichText
          message="Loaded data is listed under <changes>bulk changes</changes> and can be undone there."
          tags={{ changes: changesLink }}
        />
      </p>
    </Page>
  )
}

/** The zone of new states; left empty, the standard zones are added with the states. */
function ZoneChoice(): ReactNode {
  const search = useSearchParams()
  const navigate = useNavigate()
  const zone = search.get('zone') ?? ''
  const choose = (code: string): void =>
    void navigate(code ? `?${new URLSearchParams({ zone: code }).toString()}` : '?', {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <Field
      label={t('Zone of new states')}
      isOptional
      hint={t('Leave empty for North, South, East, West, Central, North-East')}
    >
      {(attributes) => (
        <Combobox
          name="zone"
          label={t('Zone of new states')}
          value={zone}
          attributes={attributes}
          load={(q) =>
            fetchOptions({ entity: labelsOf('zone'), of: 'Zone_Code', with: [], constraints: {}, q })
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
    // A partly typed zone code is refused, so the plans are then loaded without it.
    const plans = await listReferencePlans(zone ?? undefined, signal).catch((error: unknown) => {
      if (zone === null || signal.aborted) throw error
      return listReferencePlans(undefined, signal)
    })
    return { plans, zone }
  },
}
