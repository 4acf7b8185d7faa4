import type { Configuration, IDToken, UserInfoResponse } from 'openid-client'
import type { SingleSignOnSettings } from '../../base/config.ts'
import { createSemaphore } from '../../base/semaphore.ts'
import { membersOf } from '#domain/input.ts'
import { SignOnFailure, type FailureName } from './failure.ts'

/** The secrets of one log-in, and where to send the browser. */
export interface StartedSignOn {
  url: string
  state: string
  nonce: string
  codeVerifier: string
}

/** What the provider says about a person, after every check. */
export interface ProvenPerson {
  issuer: string
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  name: string | undefined
  /** The signed proof of it, by which the provider knows the log-in that a log-out ends. */
  idToken: string
}

export interface Provider {
  start: () => Promise<StartedSignOn>
  /** Exchanges the code in the query of the callback for the identity of the person. */
  finish: (search: string, sent: Omit<StartedSignOn, 'url'>) => Promise<ProvenPerson>
  /** The page where the person logs out; null if the provider has none. */
  logOutPage: (idToken: string) => Promise<string | null>
}

const callbackPath = '/api/auth/oidc/callback'
/** The provider may change its keys and addresses. */
const metadataLifetime = 3_600_000

// A provider that hangs must not collect requests without limit.
const withSemaphore = createSemaphore({
  maxConcurrent: 20,
  maxWaiting: 100,
  onFull: () => new SignOnFailure('unreachable'),
})

// Loaded with the first log-in at a provider.
const loadLibrary = () => import('openid-client')

export function openProvider(settings: SingleSignOnSettings): Provider {
  const redirectUri = settings.site + callbackPath
  let known: { configuration: Promise<Configuration>; at: number } | undefined
  const configured = (): Promise<Configuration> => {
    if (known && performance.now() - known.at < metadataLifetime) return known.configuration
    const current = { configuration: discover(settings), at: performance.now() }
    known = current
    // Read again for the next log-in.
    current.configuration.catch(() => (known = known === current ? undefined : known))
    return current.configuration
  }
  return {
    start: () =>
      explained(async () => {
        const client = await loadLibrary()
        const configuration = await configured()
        const [state, nonce, codeVerifier] = [
          client.randomState(),
          client.randomNonce(),
          client.randomPKCECodeVerifier(),
        ]
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, state, nonce, codeVerifier }
      }),
    finish: (search, { state, nonce, codeVerifier }) =>
      explained(async () => {
        const client = await loadLibrary()
        const configuration = await configured()
        const tokens = await client.authorizationCodeGrant(configuration, new URL(redirectUri + search), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new SignOnFailure('unreadable')
        // Providers may leave the address out of the ID token.
        const isComplete = claims['email'] !== undefined && claims['email_verified'] !== undefined
        const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
        const info =
          isComplete || !hasUserInfo
            ? {}
            : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        return { ...personOf(claims, info), idToken: tokens.id_token ?? '' }
      }),
    logOutPage: (idToken) =>
      explained(async () => {
        const client = await loadLibrary()
        const configuration = await configured()
        const page = configuration.serverMetadata().end_session_endpoint
        // The browser opens it, so it may not be a script.
        const isPage = page !== undefined && URL.parse(page)?.protocol === new URL(settings.issuer).protocol
        if (!isPage) return null
        return client.buildEndSessionUrl(configuration, {
          id_token_hint: idToken,
          post_logout_redirect_uri: `${settings.site}/login`,
        }).href
      }),
  }
}

async function discover(settings: SingleSignOnSettings): Promise<Configuration> {
  const client = await loadLibrary()
  const { issuer, clientId, clientSecret, timeout } = settings
  const url = new URL(issuer)
  // The settings allow http on this machine only.
  const isLocal = url.protocol === 'http:'
  return client.discovery(
    url,
    clientId,
    undefined,
    (server, metadata, body, headers) => {
      const methods = server.token_endpoint_auth_methods_supported
      const isBasic = methods === undefined || methods.includes('client_secret_basic')
      const authenticate = isBasic
        ? client.ClientSecretBasic(clientSecret)
        : client.ClientSecretPost(clientSecret)
      authenticate(server, metadata, body, headers)
    },
    {
      timeout,
      // Without these checks the signature of an ID token from the token endpoint is not verified.
      execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
    },
  )
}

function personOf(claims: IDToken, info: Partial<UserInfoResponse>): Omit<ProvenPerson, 'idToken'> {
  const said = { ...info, ...claims }
  const { email, email_verified: isVerified, name, preferred_username: login } = said
  const shownName = [name, login].find((each) => typeof each === 'string' && each.trim() !== '')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : undefined,
    isEmailVerified: isVerified === true,
    name: typeof shownName === 'string' ? shownName : undefined,
  }
}

/** Turns every error of the library into the reason that people get. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withSemaphore(work)
  } catch (error) {
    throw error instanceof SignOnFailure ? error : new SignOnFailure(reasonOf(error), error)
  }
}

const claimFailures: Readonly<Record<string, FailureName>> = {
  aud: 'audience',
  azp: 'audience',
  iss: 'issuer',
  nonce: 'nonce',
  exp: 'expired',
  iat: 'expired',
  nbf: 'expired',
}

function reasonOf(error: unknown): FailureName {
  const causes = causesOf(error)
  const find = (name: string): unknown => causes.map((each) => each[name]).find((each) => each !== undefined)
  const [code, claim] = [String(find('code')), find('claim')]
  switch (code) {
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return find('error') === 'access_denied' ? 'cancelled' : 'refused'
    case 'OAUTH_RESPONSE_BODY_ERROR':
      return find('error') === 'invalid_grant' ? 'state' : 'settings'
    case 'OAUTH_WWW_AUTHENTICATE_CHALLENGE':
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return 'settings'
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return claimFailures[String(claim)] ?? 'unreadable'
    case 'OAUTH_KEY_SELECTION_FAILED':
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return 'signature'
    case 'OAUTH_INVALID_RESPONSE':
      return causes.some(({ message }) => /signature|"alg"/.test(String(message)))
        ? 'signature'
        : 'unreadable'
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
      return 'unreachable'
  }
  return causes.some(({ message }) => message === 'fetch failed') ? 'unreachable' : 'unreadable'
}

function causesOf(error: unknown): Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = []
  for (let each = error; each !== undefined && each !== null && found.length < 6;) {
    const members = { ...membersOf(each), ...(each instanceof Error && { message: each.message }) }
    found.push(members)
    each = each instanceof Error ? each.cause : undefined
  }
  return found
}
