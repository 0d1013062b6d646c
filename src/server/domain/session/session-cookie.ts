export interface SessionCookie {
  /** Null if there is no token in the right format. */
  read(headers: Headers): string | null
  /** All such tokens: on plain http, another path or port of the host can set a cookie of the same name. */
  readAll(headers: Headers): string[]
  /** @param lifetime in milliseconds from now */
  give(token: string, lifetime: number): string
  clear(): string
}

const token = /^[\w-]{43}$/

/** Scripts can't read it (decision 3). `__Host-` on https keeps other hosts of the domain from setting it. */
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
