/**
 * Preloaded into every command (`node --import ./tools/check-node.js …`). Plain JavaScript, so that a Node version without
 * TypeScript support prints instructions instead of a syntax error.
 */
import process from 'node:process'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `This is Node ${process.versions.node}, which does not run TypeScript. \`npm ci\` installs Node 26 for this project: ` +
      'run the commands through npm (`npm start`, not `node tools/start.ts`). ' +
      'If npm uses the old one too, its optional packages were left out: run `npm ci --include=optional`, ' +
      'or install Node 22.18 or newer yourself.',
  )
  process.exit(1)
}
