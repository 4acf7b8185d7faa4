import type { ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { formOf } from '#domain/contract/forms.ts'
import { listAdviceGaps, type AdviceGaps } from '../api/advice-gaps.ts'
import { listRecords } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/gaps.css'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'

interface Loaded extends AdviceGaps {
  /** Whether any crop is mapped to any soil. */
  isMapped: boolean
}

type CropGap = AdviceGaps['crops'][number]
type SoilGap = AdviceGaps['soils'][number]

const concerned = (customers: number): string => customers.toLocaleString('en-IN')

/** Some of them, and how many more: one crop may suit every soil in every season. */
function few(words: readonly string[]): string {
  const most = 3
  const more = words.length > most ? ` and ${words.length - most} more` : ''
  return words.slice(0, most).join(', ') + more
}

/** The form that closes the gap, its list showing what is mapped already. */
const mappingOf = (entity: string, field: string, code: string): string =>
  `${formOf(entity).route}?${new URLSearchParams({ [field]: code }).toString()}`

const cropColumns: readonly Column<CropGap>[] = [
  { label: 'Crop', cell: (gap) => `${gap.Crop_Name} (${gap.Crop_Code})` },
  { label: 'Suits', cell: (gap) => few(gap.Suits) },
  { label: 'Customers', cell: (gap) => concerned(gap.customers) },
]

const soilColumns: readonly Column<SoilGap>[] = [
  { label: 'Soil', cell: (gap) => `${gap.Soil_Name} (${gap.Soil_Code})` },
  { label: 'Customers', cell: (gap) => concerned(gap.customers) },
]

const toMaterials: Column<CropGap> = {
  label: 'Close the gap',
  isControl: true,
  cell: (gap) => (
    <Link to={mappingOf('cropMaterialMapping', 'Crop_Code', gap.Crop_Code)}>
      Map a material to {gap.Crop_Name}
    </Link>
  ),
}
const toCrops: Column<SoilGap> = {
  label: 'Close the gap',
  isControl: true,
  cell: (gap) => (
    <Link to={mappingOf('cropSoilSeasonMapping', 'Soil_Code', gap.Soil_Code)}>
      Map a crop to {gap.Soil_Name}
    </Link>
  ),
}

/** What the office has still to map: each row goes away with the mapping that closes it. */
function GapsPage(): ReactNode {
  const { crops, soils, isMapped } = useLoaderData<Loaded>()
  const may = useMay()
  const lead = 'Where the mappings have no answer yet, the advice at a visit has none either.'
  if (crops.length + soils.length === 0) {
    return (
      <Page heading="Advice gaps" lead={lead}>
        <p className="list-empty">
          {isMapped ? (
            'No gaps: every crop that suits a soil has a material, and every customer’s soil has a crop.'
          ) : (
            <>
              Nothing is mapped yet. Say{' '}
              <Link to={formOf('cropSoilSeasonMapping').route}>which crops suit</Link> a soil, and{' '}
              <Link to={formOf('cropMaterialMapping').route}>which materials</Link> a crop needs.
            </>
          )}
        </p>
      </Page>
    )
  }
  const columnsOf = <T,>(entity: string, columns: readonly Column<T>[], way: Column<T>): Column<T>[] =>
    may('create', entity) ? [...columns, way] : [...columns]
  return (
    <Page heading="Advice gaps" lead={lead}>
      {crops.length > 0 && (
        <section className="gaps">
          <h2>Crops that suit and have no material ({crops.length})</h2>
          <DataTable
            caption="Crops without a material"
            columns={columnsOf('cropMaterialMapping', cropColumns, toMaterials)}
            rows={crops}
            keyOf={(gap) => gap.Crop_Code}
          />
        </section>
      )}
      {soils.length > 0 && (
        <section className="gaps">
          <h2>Soils of customers without a crop in any season ({soils.length})</h2>
          <DataTable
            caption="Soils without a crop"
            columns={columnsOf('cropSoilSeasonMapping', soilColumns, toCrops)}
            rows={soils}
            keyOf={(gap) => gap.Soil_Code}
          />
        </section>
      )}
    </Page>
  )
}

export const gapsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <GapsPage />,
  loader: async ({ request: { signal } }: LoaderFunctionArgs): Promise<Loaded> => {
    const [gaps, mappings] = await Promise.all([
      listAdviceGaps(signal),
      listRecords(entityNamed('cropSoilSeasonMapping'), { limit: 1 }, signal),
    ])
    return { ...gaps, isMapped: mappings.items.length > 0 }
  },
}
