import { spawn } from 'node:child_process'
import process from 'node:process'

const openers: Record<string, [string, ...string[]]> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens a page in the user's browser. Does nothing if there is none, because the address is also printed. */
export function openBrowser(address: string): void {
  const { protocol } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return
  const [command, ...parameters] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...parameters, address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
