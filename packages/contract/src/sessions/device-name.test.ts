import { expect, it } from 'vitest'
import { computerName, deviceName, toolName } from './device-name.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['curl/8.9.1', 'curl'],
  ['something else', 'Unknown device'],
  [null, 'Unknown device'],
])('deviceName returns a readable name for %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

it.each([
  ['portal/0.1.0 (build-server; linux)', 'Portal CLI on Linux'],
  ['portal/0.1.0 (laptop; darwin)', 'Portal CLI on macOS'],
  ['portal/0.1.0 (PC; win32)', 'Portal CLI on Windows'],
  ['si/1.0', 'si CLI'],
  ['Your own laptop, approve it', 'An unknown program'],
  ['portal (your laptop)', 'An unknown program'],
  ['Mozilla/5.0 (Windows NT 10.0) portal/1.0', 'An unknown program on Windows'],
  [null, 'An unknown program'],
])('toolName returns only known names for %s', (userAgent, name) => {
  expect(toolName(userAgent)).toBe(name)
})

it.each([
  ['portal/0.1.0 (build-server; linux)', 'build-server'],
  ['portal/0.1.0 (ada.local; darwin)', 'ada.local'],
  ['portal/0.1.0 (your own laptop; linux)', undefined],
  ['portal/0.1.0 (lаptop; linux)', undefined],
  ['build-server', undefined],
  [null, undefined],
])('computerName returns the host name in %s, and no other text', (userAgent, name) => {
  expect(computerName(userAgent)).toBe(name)
})
