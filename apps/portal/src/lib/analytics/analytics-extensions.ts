/**
 * Bundles the optional parts of the analytics library that its service can request. By default the library loads them as
 * scripts from the service's host, which the content security policy blocks.
 */
type Loaded = (problem?: unknown) => void

interface ExtensionRegistry {
  loadExternalDependency?: (client: unknown, kind: string, loaded: Loaded) => void
}

declare global {
  interface Window {
    __PosthogExtensions__?: ExtensionRegistry
  }
}

const parts: Partial<Record<string, () => Promise<unknown>>> = {
  surveys: () => import('posthog-js/dist/surveys'),
  'exception-autocapture': () => import('posthog-js/dist/exception-autocapture'),
}

export function provideExtensions(): void {
  window.__PosthogExtensions__ ??= {}
  window.__PosthogExtensions__.loadExternalDependency = (_client, kind, loaded) => {
    const load = parts[kind]
    // Without its script, the library loads its configuration as JSON. Other parts are not included in the build.
    if (!load) return loaded(`${kind} is not loaded`)
    load().then(() => loaded(), loaded)
  }
}
