import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { ApiToken } from '#domain/access/api-token.ts'
import { placeInWords } from '#domain/access/rights.ts'
import type { RoleRow } from '#domain/access/role-grid.ts'
import { showDay } from '#domain/dates.ts'
import { wallClock } from '#domain/moments.ts'
import { listInWords } from '#domain/text.ts'
import { readRoleGrid } from '../api/access.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { listApiTokens, revokeApiToken } from '../api/api-tokens.ts'
import '../styles/audit.css'
import '../styles/entity.css'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Moment } from '../ui/moment.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { roleName } from './account-sight.tsx'

const NewToken = lazy(async () => ({ default: (await import('./new-token.tsx')).NewToken }))

const isOver = ({ expiresAt }: ApiToken): boolean => expiresAt <= new Date().toISOString()

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

/** It ends with its last day, at the first moment of the next one. */
const lastDay = ({ expiresAt }: ApiToken): string =>
  showDay(wallClock(new Date(Date.parse(expiresAt) - 1), timeZone).day)

const placeTold = ({ level, code, name }: Exclude<ApiToken['places'], 'everything'>[number]): string =>
  name === undefined ? `${level} ${code} (deleted)` : placeInWords({ level, code, name })

const makerWords: Record<NonNullable<ApiToken['makerIs']>, string> = {
  deleted: 'account deleted',
  disabled: 'account disabled',
  'no administrator': 'no administrator any more',
}

const isLeft = (token: ApiToken): boolean =>
  token.makerIs !== null && token.revokedAt === null && !isOver(token)

/** Said once above the list: nobody may be looking after these any more. */
function leftInWords(tokens: readonly ApiToken[]): string {
  const left = tokens.filter(isLeft).map(({ name }) => name)
  const isOne = left.length === 1
  return `${listInWords(left)} ${isOne ? 'was' : 'were'} made by somebody who could not make a token now. ${isOne ? 'It works' : 'They work'} until ${isOne ? 'it ends or is' : 'they end or are'} revoked.`
}

const columnsFor = (roles: readonly RoleRow[]): Column<ApiToken>[] => [
  { label: 'Name', cell: ({ name }) => name },
  { label: 'Role', cell: ({ role }) => roleName(role, roles) },
  {
    label: 'Sees',
    cell: ({ places }) => (places === 'everything' ? 'Everything' : places.map(placeTold).join(', ')),
  },
  {
    label: 'Made by',
    cell: ({ createdBy, makerIs }) => (makerIs ? `${createdBy} (${makerWords[makerIs]})` : createdBy),
  },
  { label: 'Last day', cell: (token) => lastDay(token) },
  {
    label: 'Last used',
    cell: ({ usedAt, usedFrom }) =>
      usedAt === null ? (
        'Never'
      ) : (
        <span>
          <Moment at={usedAt} /> from {usedFrom}
        </span>
      ),
  },
]

const revoking = (open: (token: ApiToken) => void): Column<ApiToken> => ({
  label: 'Revoke',
  isControl: true,
  cell: (token) =>
    token.revokedAt !== null ? (
      'Revoked'
    ) : isOver(token) ? (
      'Ended'
    ) : (
      <Button tone="danger" aria-label={`Revoke ${token.name}`} onClick={() => open(token)}>
        Revoke
      </Button>
    ),
})

interface Tokens {
  tokens: readonly ApiToken[]
  roles: readonly RoleRow[]
}

async function tokensLoader({ request: { signal } }: LoaderFunctionArgs): Promise<Tokens> {
  const [tokens, { roles }] = await Promise.all([listApiTokens(signal), readRoleGrid(signal)])
  return { tokens, roles }
}

/** What the firm's own programs log in with. */
function TokensPage(): ReactNode {
  const { tokens, roles } = useLoaderData<Tokens>()
  const { revalidate } = useRevalidator()
  const [isMaking, setMaking] = useState(false)
  const [leaving, setLeaving] = useState<ApiToken | null>(null)
  return (
    <Page
      heading="API tokens"
      lead="What your own programs, such as an ERP, log in with. A token has the rights of a role, and never those that need a person: accounts, rights and tokens."
    >
      <div className="stack">
        <div className="list-head">
          <Button
            tone="main"
            onClick={() => {
              notify(null)
              setMaking(true)
            }}
          >
            New token
          </Button>
        </div>
        {tokens.some(isLeft) && <p className="admin-remark">{leftInWords(tokens)}</p>}
        {tokens.length === 0 ? (
          <p className="list-empty">There is no token yet.</p>
        ) : (
          <DataTable
            caption="API tokens"
            columns={[...columnsFor(roles), revoking(setLeaving)]}
            rows={tokens}
            keyOf={({ id }) => id}
          />
        )}
      </div>
      {isMaking && (
        <Suspense>
          <NewToken
            roles={roles}
            onMade={() => void revalidate()}
            onClose={() => {
              setMaking(false)
              notify(null)
            }}
          />
        </Suspense>
      )}
      {leaving && (
        <RevokeToken
          token={leaving}
          onClose={() => setLeaving(null)}
          onDone={() => {
            setLeaving(null)
            notify({ tone: 'good', text: `${leaving.name} is revoked` })
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

/** Asked once: a token that is gone is not brought back, and a program stops working. */
function RevokeToken({ token, onClose, onDone }: RevokeProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const revoke = async (): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      await revokeApiToken(token)
      onDone()
    } catch (error) {
      notify({ tone: 'bad', text: `${token.name} is not revoked`, detail: sentenceOf(error) })
      setBusy(false)
    }
  }
  return (
    <Dialog heading={`Revoke ${token.name}?`} onClose={onClose}>
      <p>
        Whatever program uses it is refused from its next request on. It cannot be brought back: make a new
        one instead.
      </p>
      <div className="form-actions">
        <Button tone="danger" busy={isBusy} onClick={() => void revoke()}>
          Revoke token
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}

export const tokensRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <TokensPage />,
  loader: tokensLoader,
}
