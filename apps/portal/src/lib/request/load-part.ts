/**
 * Loads a part that appears on an open page, such as a toast. While the browser is offline, the part waits for the connection,
 * because an error would replace the whole page. See docs/product/interface.md#states.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return loadPart(load)
  }
}
