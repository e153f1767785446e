import { posix } from 'node:path'

export type ImportTarget =
  /** A file of ours, by its path from the root; its extension may be missing where the import has none. */
  { kind: 'file'; path: string } | { kind: 'package'; name: string }

const aliasRoots: readonly [owner: RegExp, root: string][] = [
  [/^apps\/api\//, 'apps/api/src'],
  [/^apps\/portal\//, 'apps/portal/src'],
]

/** As `exports` of the shared packages' package.json say. */
const sharedPackages: readonly [specifier: RegExp, path: (rest: string) => string][] = [
  [/^@portal\/contract\/(.+)$/, (rest) => `packages/contract/src/${rest}.ts`],
  [/^@portal\/ui\/(styles\/.+)$/, (rest) => `packages/ui/src/${rest}`],
  [/^@portal\/ui\/(lib\/.+)$/, (rest) => `packages/ui/src/${rest}.ts`],
  [/^@portal\/ui\/(.+)$/, (rest) => `packages/ui/src/${rest}.tsx`],
  [/^@portal\/api\/(.+)$/, (rest) => `apps/api/${rest}`],
  [/^@portal\/app\/(.+)$/, (rest) => `apps/portal/${rest}`],
  [/^@portal\/stand-ins\/(.+)$/, (rest) => `stand-ins/${rest}`],
]

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Where an import leads: to a file of ours or to a package. Query suffixes (`?raw`) are left off. */
export function resolveImport(from: string, specifier: string): ImportTarget {
  const [bare = ''] = specifier.split('?', 1)
  if (bare.startsWith('.'))
    return { kind: 'file', path: posix.normalize(posix.join(posix.dirname(from), bare)) }
  if (bare.startsWith('#')) {
    const root = aliasRoots.find(([owner]) => owner.test(from))?.[1]
    if (root) return { kind: 'file', path: posix.join(root, bare.slice(1)) }
  }
  for (const [pattern, path] of sharedPackages) {
    const rest = pattern.exec(bare)?.[1]
    if (rest) return { kind: 'file', path: path(rest) }
  }
  return { kind: 'package', name: packageName(bare) }
}
