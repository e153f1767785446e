import process from 'node:process'
import type { Plugin } from 'vite'
import {
  portalConfigFromEnvironment,
  runtimeConfigPlaceholder,
  runtimeConfigScript,
} from '../server/runtime-config.ts'

/** Inserts the configuration into the page on the development server. In a build, the portal server does this. */
export function runtimeConfig(): Plugin {
  return {
    name: 'runtime-config',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace(runtimeConfigPlaceholder, runtimeConfigScript(portalConfigFromEnvironment(process.env))),
  }
}
