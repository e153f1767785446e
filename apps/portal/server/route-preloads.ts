/** Lets browsers load the files of a route together with the entry: docs/decisions/0021-the-portal-carries-what-a-page-needs.md. */
import type { StaticFile } from './static-files.ts'

/** Returns the tags to insert into the page for a path. */
export type PreloadTagsOf = (path: string) => string

// Low priority, so that the entry and the styles of the first frame arrive first.
const tagOf = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`

/** No route has a longer path, and matching takes longer the longer a path is. */
const longestPath = 500

/** @param list the `route-preloads.json` of the build. Without it, no path has preloads. */
export function readRoutePreloads(list: StaticFile | undefined): PreloadTagsOf {
  const filesByPattern = JSON.parse(list?.body.toString('utf8') ?? '{}') as Record<string, string[]>
  const routes = Object.entries(filesByPattern).map(([pathname, files]) => ({
    // The router ignores letter case and slashes at the end.
    pattern: new URLPattern({ pathname: `${pathname}{/}*` }, { ignoreCase: true }),
    parameters: pathname.split(':').length - 1,
    tags: files.map(tagOf).join(''),
  }))
  // `/workspace/new` before `/workspace/:workspaceId`.
  routes.sort((one, other) => one.parameters - other.parameters)
  return (pathname) =>
    pathname.length > longestPath
      ? ''
      : (routes.find(({ pattern }) => pattern.test({ pathname }))?.tags ?? '')
}
