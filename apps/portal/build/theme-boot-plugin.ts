import { createHash } from 'node:crypto'
import { themeBootScript } from '@portal/ui/lib/theme-boot'
import type { Plugin } from 'vite'

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
