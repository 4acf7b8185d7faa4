import { useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { ApiToken } from '#domain/api/accounts/api-tokens.ts'
import { formatTerritory } from '#domain/access/rights.ts'
import type { RoleRow } from '#domain/api/access/roles.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { formatList } from '#domain/text.ts'
import { readRoleGrid } from '../api/access.ts'
import { listApiTokens, revokeApiToken } from './tokens-api.ts'
import '../audit/audit.css'
import '../ui/remark.css'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { DeferredConfirmDialog } from '../ui/deferred-confirm-dialog.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Moment } from '../ui/moment.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { roleName } from '../users/user-roles.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

const NewToken = deferredDialog(async () => (await import('./new-token.tsx')).NewToken)

const isExpired = ({ expiresAt }: ApiToken): boolean => expiresAt <= new Date().toISOString()

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

/** A token expires at the end of its last day, which is stored as the start of the next. */
const lastDay = ({ expiresAt }: ApiToken): string =>
  formatDate(wallClock(new Date(Date.parse(expiresAt) - 1), timeZone).day)

const formatTokenPlace = ({ level, code, name }: Exclude<ApiToken['places'], 'everything'>[number]): string =>
  name === undefined
    ? t('{level} {code} (deleted)', { level: t(level), code })
    : formatTerritory({ level, code, name })

const makerLabels = (): Record<NonNullable<ApiToken['makerIs']>, string> => ({
  deleted: t('account deleted'),
  disabled: t('account disabled'),
  'no administrator': t('no longer an administrator'),
})

const isOrphaned = (token: ApiToken): boolean =>
  token.makerIs !== null && token.revokedAt === null && !isExpired(token)

/** Shown above the list: tokens whose creator has left may have no one responsible for them. */
function describeOrphaned(tokens: readonly ApiToken[]): string {
  const left = tokens.filter(isOrphaned).map(({ name }) => name)
  return t(
    '{count, plural, one {{names} was created by an account that is no longer an administrator. It works until it expires or is revoked.} other {{names} were created by an account that is no longer an administrator. They work until they expire or are revoked.}}',
    { count: left.length, names: formatList(left) },
  )
}

const columnsFor = (roles: readonly RoleRow[]): Column<ApiToken>[] => [
  { label: t('Name'), cell: ({ name }) => name },
  { label: t('Role'), cell: ({ role }) => roleName(role, roles) },
  {
    label: t('Sees'),
    cell: ({ places }) =>
      places === 'everything' ? t('Everything') : places.map(formatTokenPlace).join(', '),
  },
  {
    label: t('Created by'),
    cell: ({ createdBy, makerIs }) => (makerIs ? `${createdBy} (${makerLabels()[makerIs]})` : createdBy),
  },
  { label: t('Last day'), cell: (token) => lastDay(token) },
  {
    label: t('Last used'),
    cell: ({ usedAt, usedFrom }) =>
      usedAt === null ? (
        t('Never')
      ) : (
        <span>
          <RichText
            message="<time></time> from {address}"
            values={{ address: usedFrom ?? '' }}
            tags={{ time: () => <Moment at={usedAt} /> }}
          />
        </span>
      ),
  },
]

const revokeColumn = (open: (token: ApiToken) => void): Column<ApiToken> => ({
  label: t('Revoke'),
  kind: 'actions',
  cell: (token) =>
    token.revokedAt !== null ? (
      t('Revoked')
    ) : isExpired(token) ? (
      t('Expired')
    ) : (
      <Button tone="danger" aria-label={t('Revoke {name}', { name: token.name })} onClick={() => open(token)}>
        {t('Revoke')}
      </Button>
    ),
})

interface TokensData {
  tokens: readonly ApiToken[]
  roles: readonly RoleRow[]
}

async function tokensLoader({ request: { signal } }: LoaderFunctionArgs): Promise<TokensData> {
  const [tokens, { roles }] = await Promise.all([listApiTokens(signal), readRoleGrid(signal)])
  return { tokens, roles }
}

/** API tokens: what the firm's own programs log in with. */
function TokensPage(): ReactNode {
  const { tokens, roles } = useLoaderData<TokensData>()
  const { revalidate } = useRevalidator()
  const [isCreating, setCreating] = useState(false)
  const [tokenToRevoke, setTokenToRevoke] = useState<ApiToken | null>(null)
  const newToken = (
    <Button
      tone="main"
      onClick={() => {
        notify(null)
        setCreating(true)
      }}
    >
      {t('New token')}
    </Button>
  )
  return (
    <Page
      heading={t('API tokens')}
      lead={t(
        'For your own programs, such as an ERP. A token has the rights of a role, but can never change accounts, rights or tokens.',
      )}
    >
      <ListScreen
        label={t('API tokens')}
        action={tokens.length > 0 && newToken}
        filters={tokens.some(isOrphaned) && <p className="admin-remark">{describeOrphaned(tokens)}</p>}
        page={{ items: tokens }}
        table={{
          columns: [...columnsFor(roles), revokeColumn(setTokenToRevoke)],
          keyOf: ({ id }) => id,
        }}
        empty={
          <>
            <p>{t('No tokens yet.')}</p>
            <p className="links">{newToken}</p>
          </>
        }
      />
      {isCreating && (
        <NewToken
          roles={roles}
          onCreated={() => void revalidate()}
          onClose={() => {
            setCreating(false)
            notify(null)
          }}
        />
      )}
      {tokenToRevoke && (
        <RevokeToken
          token={tokenToRevoke}
          onClose={() => setTokenToRevoke(null)}
          onDone={() => {
            setTokenToRevoke(null)
            notify({ tone: 'good', text: t('{name} is revoked', { name: tokenToRevoke.name }) })
            void revalidate().then(focusNoticeIfLost)
          }}
        />
      )}
    </Page>
  )
}

interface RevokeProps {
  token: ApiToken
  onClose: () => void
  onDone: () => void
}

/** Asks for confirmation, because revoking cannot be undone and the program that uses the token stops working. */
const RevokeToken = ({ token, onClose, onDone }: RevokeProps): ReactNode => (
  <DeferredConfirmDialog
    heading={t('Revoke {name}?', { name: token.name })}
    action={t('Revoke token')}
    tone="danger"
    send={() => revokeApiToken(token)}
    failure={t('{name} was not revoked', { name: token.name })}
    onDone={onDone}
    onClose={onClose}
  >
    <p>{t('Programs that use it are refused from their next request on. This cannot be undone.')}</p>
  </DeferredConfirmDialog>
)

export const tokensRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <TokensPage />,
  loader: tokensLoader,
}
