import type { ReactNode } from 'react'
import { Outlet, useLoaderData, useRevalidator } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { FormRow } from '#domain/contract/forms.ts'
import { useMay } from '../api/use-may.ts'
import { Page } from '../ui/page.tsx'
import { EntityForm } from './entity-form.tsx'
import type { FormSources } from './form-sources.ts'
import { inSentence } from './in-sentence.ts'
import { useEntityForm } from './use-entity-form.ts'

interface EntityPageProps {
  entity: Entity
  row: FormRow
  lead?: string
}

/** Fields that still fit beside a list. */
const mostFieldsBeside = 8

/** The form of a master; its list comes through the outlet, beside a short form and below a long one. */
export function EntityPage({ entity, row, lead }: EntityPageProps): ReactNode {
  const sources = useLoaderData<FormSources>()
  const form = useEntityForm(entity)
  const { revalidate } = useRevalidator()
  const may = useMay()
  const isLong = Object.keys(entity.fields).length > mostFieldsBeside
  return (
    <Page heading={row.heading} lead={lead}>
      <div className={`entity-page ${isLong ? 'entity-page-long' : 'entity-page-short'}`}>
        {may('create', entity.name) && (
          <section className="card" aria-label={`New ${inSentence(entity.singular)}`}>
            <EntityForm form={form} sources={sources} onSaved={() => void revalidate()} />
          </section>
        )}
        <Outlet />
      </div>
    </Page>
  )
}
