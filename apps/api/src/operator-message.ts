/** Explains failures that the operator can fix, such as a wrong setting. */
import { ConfigurationError } from './config.ts'
import {
  asDatabaseUnavailable,
  driverError,
  MigrationConnectionError,
  readOnlyCode,
  UnusableServer,
} from './db/database-errors.ts'

/** The SQLSTATEs of a wrong user or password (28…), an unknown database (3D000) and missing rights (42501). */
const refusedBySettings = /^(?:28...|3D000|42501)$/
/** The codes of OpenSSL and Node for a certificate that is not trusted. */
const untrusted = /^(?:.*SELF_SIGNED_CERT.*|UNABLE_TO_.*|CERT_.*|ERR_TLS_CERT_ALTNAME_INVALID)$/

/** Returns a message without a stack if the operator can fix the failure, else undefined. */
export function operatorMessageOf(error: unknown): string | undefined {
  if (error instanceof ConfigurationError || error instanceof UnusableServer) return error.message
  const variable = error instanceof MigrationConnectionError ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL'
  const { code = '', message = '' } = driverError(error) ?? {}
  // Before the general case, because an unavailable database may have one of these as its cause.
  if (refusedBySettings.test(code))
    return `PostgreSQL refused access: ${message}. Check the user, password and database in ${variable}, and the role's rights.`
  if (untrusted.test(code))
    return `PostgreSQL's certificate is not trusted: ${message}. Check sslrootcert and the host in ${variable}.`
  if (code === readOnlyCode)
    return `PostgreSQL answers but accepts no writes: ${message}. Set ${variable} to the primary. If it is the primary, check pg_is_in_recovery() and default_transaction_read_only.`
  const unavailable = asDatabaseUnavailable(error)
  if (unavailable)
    return `${unavailable.message.replace(/\.$/, '')}. Check ${variable} and that PostgreSQL is running.`
  const { port } = (error ?? {}) as { port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${String(port)} is already in use. Stop the process that uses it, or change API_PORT or METRICS_PORT.`
  if (code === 'EACCES' && port !== undefined)
    return `This user is not allowed to listen on port ${String(port)}. Change API_PORT or METRICS_PORT.`
  return undefined
}
