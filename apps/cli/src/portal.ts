#!/usr/bin/env node
/** The command `portal`. See docs/use-the-cli.md. */
import process from 'node:process'
import { runPortal } from './run-portal.ts'

process.exitCode = await runPortal()
