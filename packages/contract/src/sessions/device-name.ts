type Clue = readonly [RegExp, string]

// The first match wins, because most user agents also contain the names of other browsers.
const browsers: readonly Clue[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]

const commandLineTools: readonly Clue[] = [
  [/^portal\/\d/, 'Portal CLI'],
  [/^si\/\d/, 'si CLI'],
]

const systems: readonly Clue[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b|; win32\)$/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b|; darwin\)$/, 'macOS'],
  [/\bLinux\b|\bX11\b|; linux\)$/, 'Linux'],
]

const nameIn = (userAgent: string, clues: readonly Clue[]) =>
  clues.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Returns a readable name for a user agent, such as "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  const browser = nameIn(userAgent ?? '', browsers)
  const system = nameIn(userAgent ?? '', systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/**
 * Returns the program and system of a command-line tool that asks to sign in, such as "Portal CLI on Linux". It contains only
 * names from these lists, because the tool can send any text.
 */
export function toolName(userAgent: string | null): string {
  const tool = nameIn(userAgent ?? '', commandLineTools) ?? 'An unknown program'
  const system = nameIn(userAgent ?? '', systems)
  return system ? `${tool} on ${system}` : tool
}

/** Returns the name of the computer that a `portal` command runs on, or undefined if the text is not a host name. */
export function computerName(userAgent: string | null): string | undefined {
  return /^portal\/\S+ \(([\w.-]{1,63}); \w+\)$/.exec(userAgent ?? '')?.[1]
}
