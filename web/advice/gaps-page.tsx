import type { ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { formOf } from '#domain/contract/form-of.ts'
import type { AdviceGaps, CropGap } from '#domain/api/visits/advice.ts'
import { listAdviceGaps } from './advice-gaps-api.ts'
import { listRecords } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import './gaps.css'
import { ResultsSection } from './results-section.tsx'
import { donePicture } from '../ui/empty-pictures.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'
import { formatCount } from '#domain/messages/format-count.ts'

interface Loaded extends AdviceGaps {
  /** Whether any crop is mapped to any soil. */
  isMapped: boolean
}

type SoilGap = AdviceGaps['soils'][number]

/** Shortens the list, because one crop may suit every soil in every season. */
function formatFew(words: readonly string[]): string {
  const max = 3
  const few = words.slice(0, max).join(', ')
  return words.length > max ? t('{few} and {more, number} more', { few, more: words.length - max }) : few
}

/** Link to the mapping form, with its list filtered to the existing mappings of the code. */
const mappingOf = (entity: string, field: string, code: string): string =>
  `${formOf(entity).route}?${new URLSearchParams({ [field]: code }).toString()}`

const cropColumns = (): readonly Column<CropGap>[] => [
  { label: t('Crop'), cell: (gap) => `${gap.Crop_Name} (${gap.Crop_Code})` },
  { label: t('Suits'), cell: (gap) => formatFew(gap.Suits) },
  { label: t('Customers'), kind: 'number', cell: (gap) => formatCount(gap.customers) },
]

const soilColumns = (): readonly Column<SoilGap>[] => [
  { label: t('Soil'), cell: (gap) => `${gap.Soil_Name} (${gap.Soil_Code})` },
  { label: t('Customers'), kind: 'number', cell: (gap) => formatCount(gap.customers) },
]

const toMaterials = (): Column<CropGap> => ({
  label: t('Fix'),
  kind: 'actions',
  cell: (gap) => (
    <Link to={mappingOf('cropMaterialMapping', 'Crop_Code', gap.Crop_Code)}>
      {t('Map a material to {crop}', { crop: gap.Crop_Name })}
    </Link>
  ),
})
const toCrops = (): Column<SoilGap> => ({
  label: t('Fix'),
  kind: 'actions',
  cell: (gap) => (
    <Link to={mappingOf('cropSoilSeasonMapping', 'Soil_Code', gap.Soil_Code)}>
      {t('Map a crop to {soil}', { soil: gap.Soil_Name })}
    </Link>
  ),
})

/** Crops and soils without a mapping; a row disappears once its mapping is saved. */
function GapsPage(): ReactNode {
  const { crops, soils, isMapped } = useLoaderData<Loaded>()
  const may = useMay()
  const lead = t('Crops and soils without a mapping: no advice can be given for these.')
  const columnsOf = <T,>(entity: string, columns: readonly Column<T>[], action: Column<T>): Column<T>[] =>
    may('create', entity) ? [...columns, action] : [...columns]
  return (
    <Page heading={t('Advice gaps')} lead={lead}>
      {crops.length + soils.length === 0 && (
        <EmptyState picture={isMapped ? donePicture : undefined}>
          {isMapped ? (
            t('No gaps: every crop that suits a soil has a material, and every customer’s soil has a crop.')
          ) : (
            <RichText
              message="No mappings yet. Enter <crops>which crops suit</crops> a soil, and <materials>which materials</materials> a crop needs."
              tags={{
                crops: (text) => <Link to={formOf('cropSoilSeasonMapping').route}>{text}</Link>,
                materials: (text) => <Link to={formOf('cropMaterialMapping').route}>{text}</Link>,
              }}
            />
          )}
        </EmptyState>
      )}
      {crops.length > 0 && (
        <ListScreen
          className="gaps"
          label={t('Crops without a material')}
          heading={t('Crops without a material ({count, number})', { count: crops.length })}
          page={{ items: crops }}
          table={{
            columns: columnsOf('cropMaterialMapping', cropColumns(), toMaterials()),
            keyOf: (gap) => gap.Crop_Code,
          }}
          empty={null}
        />
      )}
      {soils.length > 0 && (
        <ListScreen
          className="gaps"
          label={t('Soils without a crop')}
          heading={t('Customers’ soils without a crop ({count, number})', { count: soils.length })}
          page={{ items: soils }}
          table={{
            columns: columnsOf('cropSoilSeasonMapping', soilColumns(), toCrops()),
            keyOf: (gap) => gap.Soil_Code,
          }}
          empty={null}
        />
      )}
      <ResultsSection />
    </Page>
  )
}

export const gapsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <GapsPage />,
  loader: async ({ request: { signal } }: LoaderFunctionArgs): Promise<Loaded> => {
    const [gaps, mappings] = await Promise.all([
      listAdviceGaps(signal),
      listRecords(labelsOf('cropSoilSeasonMapping'), { limit: 1 }, signal),
    ])
    return { ...gaps, isMapped: mappings.items.length > 0 }
  },
}
