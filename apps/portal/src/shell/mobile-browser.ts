type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** Whether the browser runs on a phone or tablet. Safari on an iPad says that it runs on a Mac, but Macs have no touch screen. */
export function isMobileBrowser({ userAgent, maxTouchPoints }: Browser = navigator): boolean {
  if (/Macintosh/.test(userAgent) && maxTouchPoints > 1) return true
  return /Android|iPhone|iPad|iPod|Windows Phone|Opera Mini|IEMobile|Mobile/i.test(userAgent)
}
