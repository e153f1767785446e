/** What every command uses: the API, the settings and the output. */
import type { Client } from '@portal/client'
import type { CallInput, Endpoint } from '@portal/contract/endpoint'
import { makeApi } from './api.ts'
import type { Config } from './config.ts'
import type { Output } from './output.ts'
import { openSession, type Session } from './session.ts'

export interface Cli extends Client {
  /** Throws if a setting is invalid. */
  readonly config: Config
  output: Output
  session: () => Promise<Session>
}

/** @param readConfig is called by the first command that needs a setting. Help and version need none. */
export function makeCli(readConfig: () => Config, output: Output): Cli {
  let config: Config | undefined
  const settings = () => {
    config ??= readConfig()
    return config
  }
  let session: Promise<Session> | undefined
  let api: Client | undefined
  const openApi = async () => {
    session ??= openSession(settings())
    api ??= makeApi(await session)
    return api
  }
  return {
    get config() {
      return settings()
    },
    output,
    session() {
      session ??= openSession(settings())
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
