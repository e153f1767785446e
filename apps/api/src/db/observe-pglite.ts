import type { PGlite, Transaction } from '@electric-sql/pglite'
import { type ObserveStatement, observedQuery } from './observed-statement.ts'

type Ask = Parameters<typeof observedQuery>[0]

const withObservedQuery = <Client extends Pick<Transaction, 'query'>>(
  client: Client,
  observe: ObserveStatement,
): Client => Object.assign(client, { query: observedQuery(client.query.bind(client) as Ask, observe) })

/** Runs every statement through `observe`, including those in transactions. */
export function observePglite(client: PGlite, observe: ObserveStatement): void {
  withObservedQuery(client, observe)
  const transaction = client.transaction.bind(client)
  Object.assign(client, {
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      transaction((tx) => work(withObservedQuery(tx, observe))),
  })
}
