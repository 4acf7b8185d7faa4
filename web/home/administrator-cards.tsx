import type { ReactNode } from 'react'
import type { Home, HomePart } from '#domain/api/home.ts'
import { formatSize } from '../imports/import-format.ts'
import { RichText } from '../messages/rich-text.tsx'
import { deviceLabel } from '../ui/device-label.ts'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { HomeCard } from './home-card.tsx'
import { WaitingAccounts } from './waiting-accounts.tsx'
import { t } from '#domain/messages/t.ts'

interface AdministratorCardsProps {
  home: Home
  reload: () => Promise<void>
}

export function AdministratorCards({ home, reload }: AdministratorCardsProps): ReactNode {
  const { accounts, phones, server } = home
  const isMailOn = server !== undefined && 'mail' in server && server.mail.isOn
  return (
    <>
      <HomeCard heading={t('Accounts to approve')} part={accounts}>
        {(part) => <WaitingAccounts part={part} isMailOn={isMailOn} reload={reload} />}
      </HomeCard>
      <HomeCard heading={t('Phones')} part={phones}>
        {(part) => <Phones part={part} />}
      </HomeCard>
      <HomeCard heading={t('Server')} part={server} isWide>
        {(part) => <Server part={part} />}
      </HomeCard>
    </>
  )
}

function Phones({ part: { inUse, unsent, silent } }: { part: HomePart<'phones'> }): ReactNode {
  if (inUse === 0) return <p className="home-dim">{t('No phone uses the field app yet.')}</p>
  return (
    <>
      <p>
        {t(
          '{inUse, plural, one {# phone in use} other {# phones in use}}, {unsent, plural, =0 {nothing unsent} one {# event unsent} other {# events unsent}} at the last contact.',
          { inUse, unsent },
        )}
      </p>
      {silent.items.length > 0 && (
        <ul className="home-list" aria-label={t('Without a sync for three days')}>
          {silent.items.map(({ id, label, account, syncedAt, waiting }) => (
            <li key={id}>
              <span>
                {account?.username} <small>{deviceLabel(label)}</small>
              </span>
              <small>
                {syncedAt === null ? (
                  t('never synced')
                ) : (
                  <RichText
                    message="last sync <time></time>"
                    tags={{ time: () => <Moment at={syncedAt} /> }}
                  />
                )}
                {waiting > 0 && <> · {t('{waiting, number} unsent', { waiting })}</>}
              </small>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link to="/admin/phones">
          {silent.items.length > 0 ? t('All phones') : t('All phones synced in the last three days')}
        </Link>
      </p>
    </>
  )
}

function Backups({ status }: { status: HomePart<'server'>['backups'] }): ReactNode {
  if (!status)
    return (
      <dd className="home-warn">
        {t('This server makes no backups. How to make them: docs/operations.md, “Backups”.')}
      </dd>
    )
  const { state, problem, provenAt, through, storage } = status
  if (state === 'red')
    return (
      <dd className="home-warn">
        {t('The backups are not in order.')} <span lang="en">{problem}</span>
      </dd>
    )
  if (provenAt === null) return <dd>{t('The first backup is restored as a drill tonight.')}</dd>
  return (
    <dd>
      <span className="badge badge-active">{t('Proven')}</span>{' '}
      <RichText
        message="The newest backup was restored and checked <time></time>."
        values={{}}
        tags={{ time: () => <Moment at={provenAt} /> }}
      />{' '}
      {through !== null && (
        <RichText
          message="Everything saved before <time></time> is in it."
          values={{}}
          tags={{ time: () => <Moment at={through} /> }}
        />
      )}{' '}
      {storage &&
        (storage.through === null ? (
          t('The first copy to the storage is on its way.')
        ) : (
          <RichText
            message="Everything saved before <time></time> is in the storage, too."
            values={{}}
            tags={{ time: () => <Moment at={storage.through!} /> }}
          />
        ))}
    </dd>
  )
}

function Server({ part }: { part: HomePart<'server'> }): ReactNode {
  const { version, database, databaseBytes, mail } = part
  return (
    <dl className="home-facts">
      <div>
        <dt>{t('Backups')}</dt>
        <Backups status={part.backups} />
      </div>
      <div>
        <dt>{t('E-mail')}</dt>
        <dd className={mail.trouble ? 'home-warn' : undefined}>
          {mail.trouble ? (
            <RichText
              message="Could not send an e-mail to {email}, <time></time>: {reason}."
              values={{ email: mail.trouble.email, reason: mail.trouble.because }}
              tags={{ time: () => <Moment at={mail.trouble!.at} /> }}
            />
          ) : mail.isOn ? (
            t('The last e-mail was sent.')
          ) : (
            t('No mail server is configured: links are copied by hand.')
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Database')}</dt>
        <dd>
          {t('{database}, {size}', {
            database: database === 'sqlite' ? 'SQLite' : 'PostgreSQL',
            size: formatSize(databaseBytes),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('Version')}</dt>
        <dd>{version}</dd>
      </div>
    </dl>
  )
}
