import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

const emulate = (value: 'active' | 'none') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })

/** Makes Chromium replace all colors with those of the system, as a contrast theme of Windows does, until the test ends. */
export async function forceColors(): Promise<void> {
  await emulate('active')
  onTestFinished(async () => void (await emulate('none')))
}
