import { describe, expect, inject, it } from 'vitest'
import { ConfigurationError } from './config.ts'
import { DatabaseUnavailableError, MigrationConnectionError } from './db/database-errors.ts'
import { openDatabase } from './db/open-database.ts'
import { operatorMessageOf } from './operator-message.ts'

const withCode = (code: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })

describe('the message to the operator', () => {
  it.each([
    [new ConfigurationError(['API_PORT must be a port number']), 'API_PORT must be a port number'],
    [withCode('EADDRINUSE', 'listen', { port: 9_001 }), 'Port 9001 is already in use.'],
    [withCode('EACCES', 'listen', { port: 80 }), 'not allowed to listen on port 80'],
    [withCode('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate'), 'Check sslrootcert'],
    [
      new DatabaseUnavailableError('None of the hosts answers', { cause: withCode('28P01', 'no') }),
      'PostgreSQL refused access: no.',
    ],
    [new DatabaseUnavailableError('The connection was lost.'), 'was lost. Check DATABASE_URL'],
    [
      new MigrationConnectionError(withCode('28P01', 'no')),
      'Check the user, password and database in MIGRATION_DATABASE_URL',
    ],
    [
      withCode('25006', 'cannot execute SELECT in a read-only transaction'),
      'PostgreSQL answers but accepts no writes: cannot execute SELECT in a read-only transaction. Set DATABASE_URL to',
    ],
    [withCode('ERR_TLS_CERT_ALTNAME_INVALID', 'Host: db is not in the names'), 'Check sslrootcert'],
  ])('explains %s', (error, text) => {
    expect(operatorMessageOf(error)).toContain(text)
  })

  it('is undefined for a bug, whose stack is printed instead', () => {
    expect(operatorMessageOf(new TypeError('x is not a function'))).toBeUndefined()
    expect(operatorMessageOf(withCode('42P01', 'relation "users" does not exist'))).toBeUndefined()
    expect(operatorMessageOf(undefined)).toBeUndefined()
  })
})

describe('the message to the operator of an API that cannot open PostgreSQL', () => {
  const messageFor = (change: (url: URL) => void, migrationUrl?: string) => {
    const url = new URL(inject('postgres').url)
    change(url)
    const opened = openDatabase({
      databaseUrl: String(url),
      ...(migrationUrl !== undefined && { migrationUrl }),
    })
    return opened.then(
      () => 'opened',
      (error: unknown) => operatorMessageOf(error),
    )
  }

  it('names the database that does not exist', async () => {
    const message = await messageFor((url) => {
      url.pathname = '/nowhere'
    })
    expect(message).toMatch(
      /^PostgreSQL refused access: database "nowhere" does not exist\. Check the user, password/,
    )
  })

  it('names MIGRATION_DATABASE_URL if the database in it does not exist', async () => {
    const message = await messageFor(
      (url) => {
        url.pathname = '/postgres'
      },
      `${inject('postgres').url}nowhere`,
    )
    expect(message).toMatch(/^PostgreSQL refused access: .* and database in MIGRATION_DATABASE_URL, and/)
  })

  it('says that nothing listens at the address', async () => {
    const message = await messageFor((url) => {
      url.port = '1'
    })
    expect(message).toMatch(
      /^The database does not answer: .*\. Check DATABASE_URL and that PostgreSQL is running\.$/,
    )
  })
})
