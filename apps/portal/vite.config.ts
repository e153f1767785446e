import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildManifest, englishOnly, runtimeConfig, themeBoot } from './vite-plugins.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/routes',
      generatedRouteTree: './src/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
      // The root page's file is called home. `index` is used only at the end of a longer name.
      indexToken: { regex: 'home|index' },
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // Includes loaders, so that their dependencies don't slow down the first page.
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
    }),
    react(),
    tailwindcss(),
    englishOnly(),
    themeBoot(),
    runtimeConfig(),
    buildManifest(),
  ],
  server: { port: 9000, strictPort: true },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    sourcemap: false,
    // Every browser that runs this build supports `modulepreload`, except Safari 16, which loads the page without it.
    modulePreload: { polyfill: false },
    // Which chunks a page loads, for its size limit.
    manifest: true,
    // One chunk for what every page loads and one for the frame of signed-in pages, instead of many small ones.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'portal', tags: ['$initial'], priority: 2 },
            { name: 'shell', test: /app-shell\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
})
