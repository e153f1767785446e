import type { Plugin } from 'vite'
import { type Bundle, filesOfPage } from './files-of-page.ts'

const frame = '_signed-in'
const splitRoute = /\/src\/routes\/([^?]+)\.tsx\?tsr-split=/

/** Returns the path of a route file as a URL pattern. */
export function patternOf(route: string): string {
  const segments = route
    .split(/[/.]/)
    .filter((part) => part !== frame && part !== 'index' && part !== 'home')
    .map((part) =>
      part
        .replace(/_$/, '')
        .replace(/^\$(?=.)/, ':')
        .replace(/^\{-\$(.+)\}$/, ':$1?'),
    )
  return `/${segments.join('/')}`
}

const isParent = (parent: string, route: string) =>
  route.startsWith(`${parent}.`) || route.startsWith(`${parent}/`)

/** Returns the files that each route needs in addition to the entry, by URL pattern. */
export function preloadsOf(bundle: Bundle): Record<string, string[]> {
  const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  const routes = modules.flatMap((id) => splitRoute.exec(id.replaceAll('\\', '/'))?.[1] ?? [])
  const initial = filesOfPage(bundle, ['/src/main.tsx'])
  const filesOf = (route: string) => {
    const split = [route, ...routes.filter((other) => isParent(other, route))]
    const needed = split.map((each) => `/routes/${each}.tsx?tsr-split=`)
    if (route.startsWith(`${frame}/`)) needed.push('/shell/app-shell.tsx')
    return [...filesOfPage(bundle, needed)].filter((file) => !initial.has(file))
  }
  // An index route has the path of its parent and sorts after it, so its files replace the parent's.
  const pages = [...new Set(routes)].filter((route) => /^(?!__|\$|_signed-in$)/.test(route)).sort()
  return Object.fromEntries(pages.map((route) => [patternOf(route), filesOf(route)]))
}

/**
 * Writes `route-preloads.json`. The portal's server reads it, so that browsers load the files of a route together with the entry
 * instead of after it.
 */
export function routePreloads(): Plugin {
  return {
    name: 'route-preloads',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = `${JSON.stringify(preloadsOf(bundle))}\n`
        this.emitFile({ type: 'asset', fileName: 'route-preloads.json', source })
      },
    },
  }
}
