/** Sends requests through the proxy of the environment. See docs/product/command-line.md#settings. */
import type { Config } from './config.ts'
import { UsageError } from './errors.ts'

/** Requests without TLS only go to this computer, so HTTP_PROXY has no meaning here. */
const withoutProxy = ['localhost', '127.0.0.1', '::1', '[::1]']

/**
 * Node's own support depends on its version and must be enabled before it starts. undici is only loaded if there is a proxy.
 */
export async function useProxy({ httpsProxy, noProxy }: Config): Promise<void> {
  if (!httpsProxy) return
  if (!/^https?:$/.test(URL.parse(httpsProxy)?.protocol ?? ''))
    throw new UsageError('HTTPS_PROXY must be the address of a proxy, such as http://proxy.example.com:3128.')
  const { EnvHttpProxyAgent, install, setGlobalDispatcher } = await import('undici')
  install()
  setGlobalDispatcher(new EnvHttpProxyAgent({ httpsProxy, noProxy: [noProxy, ...withoutProxy].join(',') }))
}
