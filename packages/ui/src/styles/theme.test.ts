import { describe, expect, it, onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

const tones = ['accent', 'success', 'warning', 'danger']
const surfaces = ['surface', 'surface-raised', 'surface-sunken', 'surface-field', 'surface-selected']

type Rgb = [number, number, number]

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })

/** Returns the color of a custom property, painted over `under` where it is transparent. */
function read(name: string, under = '#fff'): Rgb {
  if (!canvas) throw new Error('no canvas')
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
  expect(value, name).not.toBe('')
  canvas.fillStyle = under
  canvas.fillRect(0, 0, 1, 1)
  canvas.fillStyle = value
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function hex([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`
}

describe.for(['light', 'dark'])('%s theme', (theme) => {
  const inTheme = (check: () => void) => () => {
    document.documentElement.dataset.theme = theme
    check()
  }

  it(
    'has text contrast of at least 4.5:1 on every surface, including hovered and pressed states',
    inTheme(() => {
      for (const surface of surfaces) {
        const ground = read(`ui-${surface}`)
        for (const state of [
          ground,
          read('ui-surface-hover', hex(ground)),
          read('ui-surface-pressed', hex(ground)),
        ]) {
          expect(contrast(read('ui-content'), state), surface).toBeGreaterThan(7)
          expect(contrast(read('ui-content-muted'), state), surface).toBeGreaterThan(4.5)
        }
        expect(contrast(read('ui-content-subtle'), ground), surface).toBeGreaterThan(4.5)
      }
    }),
  )

  it(
    'has text contrast of at least 4.5:1 on every tone, and for toned text on every surface',
    inTheme(() => {
      for (const tone of tones) {
        for (const state of ['', '-hover', '-pressed']) {
          expect(contrast(read(`ui-on-${tone}`), read(`ui-${tone}${state}`)), tone + state).toBeGreaterThan(
            4.5,
          )
        }
        for (const ground of [`ui-${tone}-soft`, ...surfaces.map((surface) => `ui-${surface}`)]) {
          expect(contrast(read(`ui-${tone}-text`), read(ground)), `${tone} on ${ground}`).toBeGreaterThan(4.5)
        }
        expect(contrast(read('ui-content'), read(`ui-${tone}-soft`)), tone).toBeGreaterThan(7)
        expect(contrast(read('ui-content-muted'), read(`ui-${tone}-soft`)), tone).toBeGreaterThan(4.5)
      }
      expect(contrast(read('ui-on-tooltip'), read('ui-tooltip'))).toBeGreaterThan(7)
      expect(contrast(read('ui-content-inverse'), read('ui-content'))).toBeGreaterThan(7)
    }),
  )

  it(
    'has contrast of at least 3:1 for focus rings and selected controls on every surface and for field edges where fields appear',
    inTheme(() => {
      for (const surface of surfaces) {
        expect(contrast(read('ui-focus'), read(`ui-${surface}`)), surface).toBeGreaterThanOrEqual(3)
        expect(contrast(read('ui-accent'), read(`ui-${surface}`)), surface).toBeGreaterThanOrEqual(3)
      }
      for (const surface of ['surface', 'surface-raised', 'surface-field']) {
        expect(contrast(read('ui-line-strong'), read(`ui-${surface}`)), surface).toBeGreaterThanOrEqual(3)
      }
    }),
  )
})

describe('the dark theme', () => {
  it('prints like the light one, because paper is white', async () => {
    const root = document.documentElement
    const before = root.dataset.theme
    const show = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media })
    onTestFinished(async () => {
      if (before === undefined) delete root.dataset.theme
      else root.dataset.theme = before
      await show('')
    })
    root.dataset.theme = 'light'
    const light = [read('ui-surface'), read('ui-content')]
    root.dataset.theme = 'dark'
    expect([read('ui-surface'), read('ui-content')]).not.toEqual(light)
    await show('print')
    expect([read('ui-surface'), read('ui-content')]).toEqual(light)
  })
})
