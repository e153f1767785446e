import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

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
