/** The app shell is a separate chunk, so that the sign-in page does not load it. */
export const loadAppShell = () => import('./app-shell.tsx')
