/** What every command uses: the API, the settings and the output. */
import type { CallInput, CallResult, Endpoint } from '@portal/contract/endpoint'
import { type Api, type CallOptions, makeApi } from './api.ts'
import type { Config } from './config.ts'
import type { Output } from './output.ts'
import { openSession, type Session } from './session.ts'

export interface Cli {
  config: Config
  output: Output
  /** Makes a call as the signed-in user. */
  call: <E extends Endpoint>(call: E, input: CallInput<E>, options?: CallOptions) => Promise<CallResult<E>>
  session: () => Promise<Session>
}

export function makeCli(config: Config, output: Output): Cli {
  let session: Promise<Session> | undefined
  let api: Api | undefined
  const open = () => {
    session ??= openSession(config)
    return session
  }
  return {
    config,
    output,
    session: open,
    async call(call, input, options = {}) {
      api ??= makeApi(await open())
      return api(call, input, options)
    },
  }
}
