/**
 * Where the analytics library finds the parts that it fetches when the service asks for them. Left alone it would load
 * them as scripts of the service's host, which the content security policy refuses; here they are part of the build.
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
    // The configuration then comes as JSON; anything else is not part of this build.
    if (!load) return loaded(`${kind} is not loaded`)
    load().then(() => loaded(), loaded)
  }
}
