/**
 * Loads a part of the app that appears without an action of the user. While the browser is offline, the part waits for the
 * connection, because an error would replace the whole page. See docs/product/interface.md#states.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return await load()
  }
}
