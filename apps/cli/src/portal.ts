#!/usr/bin/env node
/**
 * The command `portal`. See docs/use-the-cli.md. The cache of compiled modules must be enabled before the first import, so
 * the rest is imported dynamically.
 */
import process from 'node:process'
import { cacheModules } from './lib/module-cache.ts'

cacheModules()
const { runPortal } = await import('./run-portal.ts')
process.exitCode = await runPortal()
