/** The portal server's configuration, read from the environment. */
import { resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { PortalConfig } from '@portal/contract/portal-config'
import * as z from 'zod/mini'
import { type Environment, parseEnvironment, portalConfigFrom, runtimeVariables } from './runtime-config.ts'

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
  ...runtimeVariables,
})

function productionProblems(env: Environment): string[] {
  return ['PORTAL_URL', 'API_URL'].flatMap((name) => {
    if (!env[name]) return [`${name} must be set in production`]
    return env[name].startsWith('https://') ? [] : [`${name} must be an https address in production`]
  })
}

/** Reads and validates the configuration. Throws an error that lists every problem. */
export function readPortalServerConfig(env: Environment = process.env): PortalServerConfig {
  const isProduction = env.NODE_ENV === 'production'
  const values = parseEnvironment(serverSchema, env, isProduction ? productionProblems(env) : [])
  return {
    buildDir: resolve(values.PORTAL_BUILD_DIR),
    port: values.PORTAL_PORT,
    portalUrl: values.PORTAL_URL ?? `http://localhost:${values.PORTAL_PORT}`,
    securityContact: values.SECURITY_CONTACT || undefined,
    runtime: portalConfigFrom(values),
  }
}
