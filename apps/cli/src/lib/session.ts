/** The token that requests carry. It is refreshed when it expires. */
import { type Config, requireCredentialsFile } from './config.ts'
import { type Credentials, deleteCredentials, readCredentials, storeIssued } from './credentials.ts'
import { NotSignedInError } from './errors.ts'
import { withFileLock } from './file-lock.ts'

const refreshBeforeMs = 30_000

/** Loaded only when it is needed, because most commands refresh nothing. */
const authorization = () => import('./authorization.ts')

type Refresh = (old: Credentials) => Promise<Credentials>
const refreshTokens: Refresh = async (old) => (await authorization()).refreshTokens(old)

export interface Session {
  apiUrl: string
  /** Returns a token that has not expired. */
  token: () => Promise<string>
  /** Returns another token if there is one, after the API refused `refused`. */
  tokenAfter: (refused: string) => Promise<string | undefined>
  /** Deletes the tokens, because the session has ended on the server. */
  forget: () => Promise<void>
}

const notSignedIn = () => new NotSignedInError('You are not signed in. Run `portal login`.')

/** The tokens of an ended session no longer work, so a failed deletion is ignored. */
const deleteIfPossible = (file: string) => deleteCredentials(file).catch(() => undefined)

/** Another process may refresh at the same time. The loser of the race uses the tokens of the winner. */
async function refreshOnce(file: string, old: Credentials, refresh: Refresh): Promise<Credentials> {
  return withFileLock(file, async () => {
    const current = await readCredentials(file)
    if (!current) throw notSignedIn()
    if (current.accessToken !== old.accessToken) return current
    try {
      return await storeIssued(file, () => refresh(current))
    } catch (error) {
      const { oauthCodeOf } = await authorization()
      if (oauthCodeOf(error) !== 'invalid_grant') throw error
      await deleteIfPossible(file)
      throw new NotSignedInError('Your session has ended. Run `portal login` to sign in again.')
    }
  })
}

/** Opens the session that the configuration names. Throws if the user isn't signed in. */
export async function openSession(config: Config, refresh = refreshTokens): Promise<Session> {
  const { token: given, credentialsFile, givenApiUrl, defaultApiUrl } = config
  if (given !== undefined) {
    const stored =
      givenApiUrl === undefined && credentialsFile ? await readCredentials(credentialsFile) : undefined
    return {
      apiUrl: givenApiUrl ?? stored?.apiUrl ?? defaultApiUrl,
      token: async () => given,
      tokenAfter: async () => undefined,
      forget: async () => {},
    }
  }
  const file = requireCredentialsFile(config)
  const stored = await readCredentials(file)
  if (!stored) throw notSignedIn()
  const apiUrl = givenApiUrl ?? stored.apiUrl
  if (stored.apiUrl !== apiUrl)
    throw new NotSignedInError(
      `You are signed in to ${stored.apiUrl}, not to ${apiUrl}. Run \`portal login\`.`,
    )

  let credentials = stored
  return {
    apiUrl,
    async token() {
      if (Date.parse(credentials.expiresAt) - Date.now() < refreshBeforeMs)
        credentials = await refreshOnce(file, credentials, refresh)
      return credentials.accessToken
    },
    async tokenAfter(refused) {
      if (credentials.accessToken === refused) credentials = await refreshOnce(file, credentials, refresh)
      return credentials.accessToken
    },
    forget: () =>
      withFileLock(file, async () => {
        const current = await readCredentials(file)
        if (current?.accessToken === credentials.accessToken) await deleteIfPossible(file)
      }),
  }
}
