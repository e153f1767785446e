/** The frame of the signed-in is a chunk of its own, so that the sign-in page does not carry it. */
export const loadAppShell = () => import('./app-shell.tsx')
