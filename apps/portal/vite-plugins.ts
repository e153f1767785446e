/** The plugins of the portal's build and its development server. */
import { createHash } from 'node:crypto'
import process from 'node:process'
import { themeBootScript } from '@portal/ui/lib/theme-boot'
import type { Plugin } from 'vite'
import {
  portalConfigFromEnvironment,
  runtimeConfigPlaceholder,
  runtimeConfigScript,
} from './server/runtime-config.ts'

/** Adds the script that sets the theme before the first paint. It is a file, because the policy blocks inline scripts. */
export function themeBoot(): Plugin {
  const hash = createHash('sha256').update(themeBootScript).digest('hex').slice(0, 8)
  const fileName = `assets/theme-boot-${hash}.js`
  return {
    name: 'theme-boot',
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(themeBootScript)
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: themeBootScript })
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
  }
}

/** Inserts the configuration into the page on the development server. In a build, the portal server does this. */
export function runtimeConfig(): Plugin {
  return {
    name: 'runtime-config',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace(runtimeConfigPlaceholder, runtimeConfigScript(portalConfigFromEnvironment(process.env))),
  }
}

/**
 * Adds the build's hash to the page and to `build-manifest.json`. Open pages poll the manifest to detect a newer build:
 * docs/product/interface.md#deploy-notice.
 */
export function buildManifest(): Plugin {
  return {
    name: 'build-manifest',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const hash = createHash('sha256')
        // File names contain a hash of their content.
        for (const name of Object.keys(bundle).sort()) hash.update(name)
        const buildHash = hash.digest('hex').slice(0, 16)
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The build has no index.html.')
        page.source = String(page.source).replace(
          '<!--runtime-config-->',
          `<meta name="build-hash" content="${buildHash}" />\n    <!--runtime-config-->`,
        )
        this.emitFile({
          type: 'asset',
          fileName: 'build-manifest.json',
          source: `${JSON.stringify({ buildHash })}\n`,
        })
      },
    },
  }
}

const translation =
  /[\\/](?:react-aria|react-stately|react-aria-components)[\\/].*[\\/]intl[\\/].*[\\/]?([a-z]{2}-[A-Z]{2})\.(m?js)$/

/**
 * Keeps only the English version of React Aria's built-in strings ("Dismiss", "Clear", …) in the build. The product is
 * in English, and the other 30 languages would weigh as much as the controls. Dates and numbers still follow the user's
 * locale.
 */
export function englishOnly(): Plugin {
  return {
    name: 'english-only',
    apply: 'build',
    load(id) {
      const [, locale, extension] = translation.exec(id) ?? []
      if (locale === undefined || locale === 'en-US') return undefined
      return `export { default } from './en-US.${extension}'`
    },
  }
}
