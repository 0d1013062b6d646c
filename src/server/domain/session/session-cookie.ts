export interface SessionCookie {
  /** The token in a request's cookies; null where there is none that could be ours. */
  read(headers: Headers): string | null
  /** The `Set-Cookie` that gives a token to the browser for a whole life from now. */
  give(token: string): string
  /** The `Set-Cookie` that takes it away. */
  clear(): string
}

/** 32 bytes in base64url. */
const token = /^[\w-]{43}$/

/**
 * The cookie that carries a session's token out of reach of scripts (decision 3). On https its name starts with
 * `__Host-`, so that no other host of the domain can plant one.
 * @param options.lifetime in milliseconds
 */
export function createSessionCookie(options: { secure: boolean; lifetime: number }): SessionCookie {
  const { secure, lifetime } = options
  const name = secure ? '__Host-bionic_session' : 'bionic_session'
  const write = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    read(headers) {
      for (const pair of headers.get('cookie')?.split(';') ?? []) {
        const [key, value] = pair.trim().split('=')
        if (key === name && value !== undefined && token.test(value)) return value
      }
      return null
    },
    give: (value) => write(value, lifetime / 1000),
    clear: () => write('', 0),
  }
}
