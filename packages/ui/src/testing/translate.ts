/** Replaces every text node by a copy in `<font>` elements, as the page translation of browsers does. */
export function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  for (const node of nodes) {
    const outer = document.createElement('font')
    outer.appendChild(document.createElement('font')).textContent = node.data
    node.replaceWith(outer)
  }
}
