import process from 'node:process'
import type { Plugin } from 'vite'
import {
  portalConfigFromEnvironment,
  runtimeConfigPlaceholder,
  runtimeConfigScript,
} from '../server/runtime-config.ts'

/** While developing, Vite serves the page, so it puts the configuration in; a build leaves that to its server. */
export function runtimeConfig(): Plugin {
  return {
    name: 'runtime-config',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace(runtimeConfigPlaceholder, runtimeConfigScript(portalConfigFromEnvironment(process.env))),
  }
}
