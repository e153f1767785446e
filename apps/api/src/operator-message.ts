/** Explains failures that the operator can fix, such as a wrong setting. */
import { ConfigurationError } from './config.ts'
import { asDatabaseUnavailable, driverError } from './db/database-errors.ts'
import { DataFolderInUse } from './db/folder-lock.ts'
import { UnusableServer } from './db/pooler.ts'

/** SQLSTATEs of a wrong user or password (28), database (3D) and of missing rights. */
const refusedBySettings = /^(?:28...|3D000|42501)$/
/** OpenSSL's and Node's codes for a certificate that isn't accepted. */
const untrusted = /^(?:.*SELF_SIGNED_CERT.*|UNABLE_TO_.*|CERT_.*|ERR_TLS_CERT_ALTNAME_INVALID)$/

/** Returns a message without a stack, or undefined for any other failure. */
export function operatorMessageOf(error: unknown): string | undefined {
  if (error instanceof ConfigurationError || error instanceof DataFolderInUse) return error.message
  if (error instanceof UnusableServer) return error.message
  const unavailable = asDatabaseUnavailable(error)
  if (unavailable) return `${unavailable.message}. Check DATABASE_URL and that PostgreSQL is running.`
  const { code = '', message = '' } = driverError(error) ?? {}
  if (refusedBySettings.test(code))
    return `PostgreSQL refuses: ${message}. Check the user, password and database in DATABASE_URL, and the role's rights.`
  if (untrusted.test(code))
    return `The certificate of PostgreSQL is refused: ${message}. Check sslrootcert and the host in DATABASE_URL.`
  const { port } = (error ?? {}) as { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${String(port)} is already in use. Stop the process that uses it, or change API_PORT or METRICS_PORT.`
  if (code === 'EACCES' && port !== undefined)
    return `This user is not allowed to listen on port ${String(port)}. Change API_PORT.`
  return undefined
}
