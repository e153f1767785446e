/** Setup file of every project with component tests. It resets the pointer, the focus and the page before each test. */
import { beforeAll, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'

// Test files share the page, and each runs this file again.
for (const element of document.querySelectorAll('[data-fresh-page]')) element.remove()

// Animations are off, because colors are in between while an element fades.
const still = document.createElement('style')
still.dataset.freshPage = ''
still.textContent = '*, ::before, ::after { transition: none !important; animation: none !important; }'
document.head.append(still)

/**
 * Tab from the last control, or Shift+Tab from the first, would leave the test's frame. The test runner's page and the
 * browser would then race to move the focus back, and it would land on a different element from run to run. A fence at
 * each end keeps the focus in the frame. Fences are outside the body, where queries and accessibility checks don't
 * look.
 */
function createFence(): HTMLElement {
  const fence = document.createElement('div')
  fence.tabIndex = 0
  fence.dataset.freshPage = ''
  fence.style.cssText = 'position: fixed; left: 0; bottom: 0; width: 1px; height: 1px; outline: none;'
  return fence
}

const cornerId = 'page-corner'
const firstFence = createFence()
const lastFence = createFence()
lastFence.dataset.testid = cornerId
document.body.before(firstFence)
document.body.after(lastFence)

let isPointerParked = false
document.addEventListener('pointermove', ({ isTrusted }) => {
  if (isTrusted) isPointerParked = false
})

/** Moves the pointer into the corner, because an element that appears under a resting pointer is hovered. */
async function parkPointer() {
  if (isPointerParked) return
  await page.getByTestId(cornerId).hover({ force: true })
  isPointerParked = true
}

/** Makes the next Tab go to the page's first control. */
function focusPageStart() {
  window.focus()
  lastFence.focus()
  firstFence.focus()
}

/**
 * React Aria shows no tooltip on hover if the keyboard was the last input device. Each test starts with the mouse as
 * the last input device.
 */
const usePointerModality = () =>
  document.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }))

/** React Aria's live announcer keeps what it announced for a few seconds, which queries of the next test would find. */
function clearAnnouncer() {
  for (const log of document.querySelectorAll('[data-live-announcer] > *')) log.replaceChildren()
}

beforeAll(parkPointer)

beforeEach(async () => {
  await cleanup()
  clearAnnouncer()
  await parkPointer()
  focusPageStart()
  usePointerModality()
})
