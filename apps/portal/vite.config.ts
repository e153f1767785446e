import { fileURLToPath } from 'node:url'
import { englishOnly } from '@portal/ui/lib/english-only-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildManifest } from './build/build-manifest-plugin.ts'
import { callsWithoutSchemas } from './build/calls-without-schemas-plugin.ts'
import { chunkGroups } from './build/chunk-groups.ts'
import { pageBudgets } from './build/page-budgets-plugin.ts'
import { runtimeConfig } from './build/runtime-config-plugin.ts'
import { themeBoot } from './build/theme-boot-plugin.ts'

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
    callsWithoutSchemas(),
    englishOnly(),
    themeBoot(),
    runtimeConfig(),
    buildManifest(),
    pageBudgets(),
  ],
  // React has had this hook since version 18, so the router's store doesn't need the shim.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: { port: 9000, strictPort: true },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    sourcemap: false,
    // Every browser that runs this build supports `modulepreload`, except Safari 16, which loads the page without it.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
})
