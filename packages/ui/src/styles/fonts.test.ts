import { expect, it } from 'vitest'

const text =
  'We have notified you that you were invited to collaborate on this workspace. Store the value of the token somewhere secure, please. Update Your Billing Information. 30-DAY FREE TRIAL, August 14, 2024'

function measure(font: string) {
  const box = document.createElement('span')
  box.style.cssText = `position: absolute; white-space: nowrap; line-height: normal; font: 400 40px "${font}"`
  box.textContent = text
  document.body.append(box)
  const { width, height } = box.getBoundingClientRect()
  box.remove()
  return { width, height }
}

it.for(['Geist', 'Geist Mono'])('fallback fonts keep text in place when %s arrives', async (family) => {
  await Promise.all(
    [`${family} Variable`, `${family} Fallback`].map((font) => document.fonts.load(`40px "${font}"`)),
  )
  const arrived = measure(`${family} Variable`)
  const fallback = measure(`${family} Fallback`)
  expect(Math.abs(fallback.width / arrived.width - 1)).toBeLessThan(0.02)
  expect(Math.abs(fallback.height - arrived.height)).toBeLessThan(1.5)
})
