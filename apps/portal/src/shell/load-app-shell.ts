import type { AppShell } from './app-shell.tsx'

let loaded: typeof AppShell | undefined

/** Loads the app shell, a separate chunk, so that the sign-in page does not load it. */
export async function loadAppShell(): Promise<typeof AppShell> {
  loaded ??= (await import('./app-shell.tsx')).AppShell
  return loaded
}

/** Returns the app shell if it is loaded. */
export const loadedAppShell = () => loaded
