/**
 * Moves a mouse pointer from one element onto another at once. The test runner's own `hover` moves a fake clock while it
 * waits for the element, which is no use to a test that counts milliseconds.
 */
export function movePointer(from: Element, to: Element): void {
  const event = { bubbles: true, pointerType: 'mouse', isPrimary: true }
  from.dispatchEvent(new PointerEvent('pointerout', { ...event, relatedTarget: to }))
  to.dispatchEvent(new PointerEvent('pointerover', { ...event, relatedTarget: from }))
  to.dispatchEvent(new PointerEvent('pointermove', event))
}
