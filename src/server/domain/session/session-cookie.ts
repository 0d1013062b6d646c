export interface SessionCookie {
  /** The token in a request's cookies; null if there is none in the right format. */
  read(headers: Headers): string | null
  /** All such tokens: on plain http, another path or port of the host can set a cookie of the same name. */
  readAll(headers: Headers): string[]
  /**
   * The `Set-Cookie` value that stores a token in the browser.
   * @param lifetime in milliseconds from now
   */
  give(token: string, lifetime: number): string
  /** The `Set-Cookie` value that removes it. */
  clear(): string
}

/** 32 bytes in base64url. */
const token = /^[\w-]{43}$/

/**
 * The cookie that contains a session's token, not readable by scripts (decision 3). On https its name starts with
 * `__Host-`, so that no other host of the domain can set it.
 */
export function createSessionCookie({ secure }: { secure: boolean }): SessionCookie {
  const name = secure ? '__Host-bionic_session' : 'bionic_session'
  const write = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

  function readAll(headers: Headers): string[] {
    return (headers.get('cookie')?.split(';') ?? []).flatMap((pair) => {
      const [key, value] = pair.trim().split('=')
      return key === name && value !== undefined && token.test(value) ? [value] : []
    })
  }

  return {
    read: (headers) => readAll(headers)[0] ?? null,
    readAll,
    give: (value, lifetime) => write(value, Math.max(0, Math.ceil(lifetime / 1000))),
    clear: () => write('', 0),
  }
}
