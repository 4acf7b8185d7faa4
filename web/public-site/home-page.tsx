import { Suspense, type ReactNode } from 'react'
import { useAuth } from '../api/use-auth.tsx'
import './home.css'
import { optionalComponent } from '../ui/load-code.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const figures = () =>
  [
    ['10+', t('partners')],
    ['100+', t('clients')],
    ['50+', t('developers')],
    ['24/7', t('service')],
  ] as const

const steps = () =>
  [
    [t('Before sowing'), t('The soil is tested, and the season decides what is worth growing.')],
    [t('While it grows'), t('We come when a visit is due, and write down what was advised.')],
    [t('After reaping'), t('We weigh, grade and pay on the same day.')],
  ] as const

const OwnHome = optionalComponent(async () => (await import('../home/load-own-home.ts')).loadOwnHome())

export function HomePage(): ReactNode {
  return (
    <>
      <div className="page own-home">
        {useAuth().isLoggedIn && (
          <Suspense fallback=" ">
            <OwnHome />
          </Suspense>
        )}
      </div>
      <title>{t('AgriDesk: inputs, crops and people who come to the field')}</title>
      <section className="hero hero-first">
        <div className="hero-words">
          <p className="hero-over">{t('Agri-inputs and crop trading')}</p>
          <h1>{t('Good seasons are planned in the field')}</h1>
          <p>
            {t(
              'We bring seed, nutrients and crop protection to the grower, buy what is reaped, and come back to see how it went.',
            )}
          </p>
          <Link className="button button-main" to="/contact">
            {t('Connect now')}
          </Link>
        </div>
      </section>
      <section className="figures" aria-label={t('In numbers')}>
        <dl>
          {figures().map(([figure, what]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="hero hero-second">
        <div className="hero-words">
          <h2>{t('One desk behind every visit')}</h2>
          <p>
            {t(
              'Soil, season and crop decide what is advised. Our field staff see whom to visit, what was advised last time and what is owed, before they leave for the village.',
            )}
          </p>
          <Link className="button button-plain" to="/services">
            {t('Learn more')}
          </Link>
        </div>
        <ol className="hero-steps">
          {steps().map(([when, what]) => (
            <li key={when}>
              <h3>{when}</h3>
              <p>{what}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
