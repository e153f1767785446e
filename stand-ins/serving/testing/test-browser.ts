interface Cookie {
  value: string
  path: string
}

export interface Visit {
  status: number
  url: string
  /** The redirect that wasn't followed. */
  location: string | null
  text: string
}

/** A minimal browser that keeps cookies by path and follows redirects within one origin. */
export class TestBrowser {
  readonly #origin: string
  readonly #cookies = new Map<string, Cookie>()

  constructor(origin: string) {
    this.#origin = new URL(origin).origin
  }

  get cookieNames(): string[] {
    return [...this.#cookies.keys()].map((key) => key.split(' ')[0] ?? '')
  }

  visit(url: string | URL): Promise<Visit> {
    return this.#go(new URL(url, this.#origin), { method: 'GET' })
  }

  send(url: string | URL, fields: Record<string, string>): Promise<Visit> {
    return this.#go(new URL(url, this.#origin), { method: 'POST', body: new URLSearchParams(fields) })
  }

  /** Submits the first form of a page with its hidden fields and the given ones. */
  submit(page: Visit, fields: Record<string, string> = {}): Promise<Visit> {
    const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1] ?? page.url
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    const values = hidden.map(([, name = '', value = '']) => [name, value])
    return this.send(new URL(action, page.url), { ...Object.fromEntries(values), ...fields })
  }

  async #go(url: URL, request: RequestInit): Promise<Visit> {
    const reply = await fetch(url, {
      ...request,
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: this.#cookieHeader(url.pathname) },
    })
    for (const line of reply.headers.getSetCookie()) this.#keep(line)
    const location = reply.headers.get('location')
    const next = location === null ? undefined : new URL(location, url)
    if (next?.origin === this.#origin) return this.#go(next, { method: 'GET' })
    return { status: reply.status, url: url.href, location: next?.href ?? null, text: await reply.text() }
  }

  #cookieHeader(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([key, cookie]) => `${key.split(' ')[0]}=${cookie.value}`)
      .join('; ')
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const name = pair.slice(0, pair.indexOf('='))
    const read = (wanted: string) =>
      attributes
        .find((attribute) => attribute.toLowerCase().startsWith(`${wanted}=`))
        ?.slice(wanted.length + 1)
    const path = read('path') ?? '/'
    const expires = read('expires')
    const isGone = read('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now())
    if (isGone) this.#cookies.delete(`${name} ${path}`)
    else this.#cookies.set(`${name} ${path}`, { value: pair.slice(name.length + 1), path })
  }
}
