/**
 * Setup file of every project with component tests: no test sees the pointer, the focus or the elements of the test before it.
 */
import { beforeAll, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'

// Nothing moves in a test: a fade in progress has the colours of neither end.
const still = document.createElement('style')
still.textContent = '*, ::before, ::after { transition: none !important; animation: none !important; }'
document.head.append(still)

/**
 * Tab from the last control, or Shift+Tab from the first, would leave the test's frame. The test runner's page and the browser
 * then race to send the focus back, and it lands on a different element from run to run. A fence at each end keeps the focus
 * in the frame. Fences stand outside the body, where no query and no accessibility check looks.
 */
function createFence(): HTMLElement {
  const fence = document.createElement('div')
  fence.tabIndex = 0
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

/** Moves the pointer into the corner: elements that appear under a resting pointer are hovered. */
async function parkPointer() {
  if (isPointerParked) return
  await page.getByTestId(cornerId).hover({ force: true })
  isPointerParked = true
}

/** The next Tab goes to the page's first control. */
function focusPageStart() {
  window.focus()
  lastFence.focus()
  firstFence.focus()
}

/**
 * React Aria shows no tooltip for a pointer that reaches a control while the keyboard was used last. Each test begins as a
 * user of a mouse does.
 */
const usePointerModality = () =>
  document.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }))

beforeAll(parkPointer)

beforeEach(async () => {
  await cleanup()
  await parkPointer()
  focusPageStart()
  usePointerModality()
})
