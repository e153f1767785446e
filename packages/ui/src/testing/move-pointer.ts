/**
 * Moves a mouse pointer from one element to another immediately. The test runner's `hover` advances a fake clock while
 * it waits for the element, so tests that count milliseconds cannot use it.
 */
export function movePointer(from: Element, to: Element): void {
  const event = { bubbles: true, pointerType: 'mouse', isPrimary: true }
  from.dispatchEvent(new PointerEvent('pointerout', { ...event, relatedTarget: to }))
  to.dispatchEvent(new PointerEvent('pointerover', { ...event, relatedTarget: from }))
  to.dispatchEvent(new PointerEvent('pointermove', event))
}
