/** The portal server's configuration, read from the environment. */
import { resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { PortalConfig } from '@portal/contract/portal-config'
import * as z from 'zod/mini'
import {
  ConfigurationError,
  type Environment,
  parseEnvironment,
  portalConfigFromEnvironment,
} from './runtime-config.ts'

export interface PortalServerConfig {
  port: number
  /** The portal's public URL. HTTPS enables HSTS. */
  portalUrl: string
  /** The folder that contains the build. */
  buildDir: string
  /** Where to report a vulnerability: a `mailto:` or `https:` address. Without it there is no security.txt. */
  securityContact: string | undefined
  runtime: PortalConfig
}

const serverSchema = z.object({
  NODE_ENV: z.optional(z.string()),
  PORTAL_PORT: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,5}$/, 'must be a port number')),
      z.pipe(z.transform(Number), z.number().check(z.maximum(65_535, 'must be a port number'))),
    ),
    9000,
  ),
  PORTAL_BUILD_DIR: z._default(z.string(), fileURLToPath(new URL('../dist', import.meta.url))),
  PORTAL_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
          'must be an http or https address',
        ),
      ),
  ),
  SECURITY_CONTACT: z._default(
    z.string().check(z.regex(/^((mailto:|https:\/\/)\S+)?$/, 'must be a mailto: or https: address')),
    '',
  ),
})

function productionProblems(env: Environment): string[] {
  return ['PORTAL_URL', 'API_URL'].flatMap((name) => {
    if (!env[name]) return [`${name} must be set in production`]
    return env[name].startsWith('https://') ? [] : [`${name} must be an https address in production`]
  })
}

function problemsOf(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
}

/** Reads and validates the configuration. Throws a `ConfigurationError` that lists every problem. */
export function readPortalServerConfig(env: Environment = process.env): PortalServerConfig {
  const problems = [
    ...problemsOf(() => parseEnvironment(serverSchema, env)),
    ...problemsOf(() => portalConfigFromEnvironment(env)),
    ...(env.NODE_ENV === 'production' ? productionProblems(env) : []),
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  const {
    PORTAL_PORT: port,
    PORTAL_URL: portalUrl,
    PORTAL_BUILD_DIR,
    SECURITY_CONTACT,
  } = parseEnvironment(serverSchema, env)
  return {
    buildDir: resolve(PORTAL_BUILD_DIR),
    port,
    portalUrl: portalUrl ?? `http://localhost:${port}`,
    securityContact: SECURITY_CONTACT || undefined,
    runtime: portalConfigFromEnvironment(env),
  }
}
