import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const folder = resolve(import.meta.dirname, '../../../apps/portal/dist/bare')
const html = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Bare page</title></head>
  <body><div id="root"></div><script type="module" src="/bare/page.js"></script></body>
</html>
`

/** Builds the bare page into the portal's build, so that the portal's server serves it at `/bare/index.html`. */
export async function buildBarePage(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: {
        input: join(import.meta.dirname, 'page.ts'),
        output: { entryFileNames: 'page.js' },
      },
    },
  })
  writeFileSync(join(folder, 'index.html'), html)
}

export function removeBarePage(): void {
  rmSync(folder, { recursive: true, force: true })
}
