/** An address of Redis, or of one of the nodes of a cluster. */
export interface RedisAddress {
  url: string
  host: string
  port: number
  username: string | undefined
  password: string | undefined
  isEncrypted: boolean
}

const DEFAULT_PORT = 6379

/**
 * Reads what REDIS_URL names: one Redis, or several nodes of a cluster as `redis://user:password@a:7000,b:7001`, which
 * share scheme and password. A comma in a password stays one.
 * @returns null if one of them is no address
 */
export function parseRedisUrl(text: string): readonly [RedisAddress, ...RedisAddress[]] | null {
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^(rediss?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(text) ?? []
  const addresses = hosts.split(',').map((host) => parseOne(`${scheme}${user}${host.trim()}${rest}`))
  const [first, ...others] = addresses
  if (!first || others.some((other) => other === null || other.host === '')) return null
  return [first, ...others.filter((other) => other !== null)]
}

function parseOne(url: string): RedisAddress | null {
  const parsed = URL.parse(url)
  if (!parsed) return null
  const { hostname, port, username, password, protocol } = parsed
  return {
    url,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? DEFAULT_PORT : Number(port),
    username: decoded(username),
    password: decoded(password),
    isEncrypted: protocol === 'rediss:',
  }
}

function decoded(part: string): string | undefined {
  if (part === '') return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
