/** What every command uses: the API, the settings and the output. */
import type { Client } from '@portal/client'
import type { CallInput, Endpoint } from '@portal/contract/endpoint'
import { makeApi } from './api.ts'
import type { Config } from './config.ts'
import type { Output } from './output.ts'
import { openSession, type Session } from './session.ts'

export interface Cli extends Client {
  config: Config
  output: Output
  session: () => Promise<Session>
}

export function makeCli(config: Config, output: Output): Cli {
  let session: Promise<Session> | undefined
  let api: Client | undefined
  const openApi = async () => {
    session ??= openSession(config)
    api ??= makeApi(await session)
    return api
  }
  return {
    config,
    output,
    session() {
      session ??= openSession(config)
      return session
    },
    async call(call, input, options) {
      return (await openApi()).call(call, input, options)
    },
    async *pages<E extends Endpoint>(call: E, input: CallInput<E>) {
      yield* (await openApi()).pages(call, input)
    },
  }
}
